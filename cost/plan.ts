import type { Comparison } from './alternative.ts';
import { type Bill, bill } from './bill.ts';
import { MissingPriceError } from './errors.ts';
import { outcomeOf, playOnLambda, promisedLatency } from './outcome.ts';
import { environmentsByFormula } from './sizing.ts';
import type { Tally } from './tally.ts';
import type { Architecture, Configuration } from './workload.ts';

export interface PlanInput extends Omit<Comparison, 'machines'> {
  readonly architectures: readonly Architecture[];
}

/** One configuration, played and priced. */
export interface Candidate {
  readonly configuration: Configuration;
  readonly tally: Tally;
  readonly bill: Bill;
  /** Milliseconds, at the quantile of the promise. */
  readonly latency: number;
  readonly keepsPromise: boolean;
}

export interface Plan {
  /** The cheapest configuration that keeps the promise; undefined when none does. */
  readonly cheapest: Candidate | undefined;
  /** The dearest of those that are cheaper still: none of them keeps it. */
  readonly nextCheaper: Candidate | undefined;
  /** The cheapest that had no late answer at all in the play. */
  readonly neverLate: Candidate | undefined;
  readonly candidates: readonly Candidate[];
  /** Architectures that could not be priced, with the reason. */
  readonly refused: readonly string[];
}

/**
 * Plays every number of provisioned environments from none to where nothing spills over any more, prices each
 * on every architecture, and picks. Memory stays as it is: durations were measured at that size.
 */
export function plan(input: PlanInput): Plan {
  const candidates: Candidate[] = [];
  const refused = new Set<string>();
  for (const { provisioned, tally } of played(input)) {
    for (const architecture of input.architectures) {
      const configuration = { ...input.configuration, architecture, provisioned };
      try {
        candidates.push(candidate(input, configuration, tally));
      } catch (error) {
        if (!(error instanceof MissingPriceError)) {
          throw error;
        }
        refused.add(error.message);
      }
    }
  }
  candidates.sort((one, other) => one.bill.dollars - other.bill.dollars);
  const first = candidates.findIndex(({ keepsPromise }) => keepsPromise);
  return {
    cheapest: candidates[first],
    nextCheaper: first > 0 ? candidates[first - 1] : undefined,
    neverLate: candidates.find(({ tally }) => tally.late === 0),
    candidates,
    refused: [...refused],
  };
}

function* played({ load, configuration, promised, play }: PlanInput) {
  const enough = 4 * environmentsByFormula(load, configuration.cache) + 10;
  for (let provisioned = 0; provisioned <= enough; provisioned += 1) {
    const tally = playOnLambda(load, { ...configuration, provisioned }, promised, play);
    yield { provisioned, tally };
    if (tally.onDemand === 0) {
      return;
    }
  }
}

function candidate(input: PlanInput, configuration: Configuration, tally: Tally): Candidate {
  const latency = promisedLatency(tally, input.promised);
  return {
    configuration,
    tally,
    latency,
    bill: bill({ ...input, configuration, outcome: outcomeOf(tally) }),
    keepsPromise: latency <= input.promised.milliseconds,
  };
}

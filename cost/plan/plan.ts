import { type Bill, bill } from '../bill/bill.ts';
import type { BillInput } from '../bill/usage/usage.ts';
import { outcomeOf } from '../simulation/trial.ts';
import type { Verdict } from '../simulation/verdict.ts';
import type { Configuration } from '../workload/workload.ts';
import type { Simulator } from './simulator.ts';
import { smallest } from './smallest.ts';

/** A load on a configuration, with the simulator for the objective. */
export interface PlanInput extends Omit<BillInput, 'outcome'> {
  readonly simulator: Simulator;
}

/** One configuration, simulated and priced. */
export interface Candidate {
  readonly configuration: Configuration;
  readonly verdict: Verdict;
  readonly bill: Bill;
  /** Latency in milliseconds at the objective's quantile. */
  readonly latency: number;
}

export interface Plan {
  /** The cheapest configuration that meets the objective; undefined if none does. */
  readonly cheapest?: Candidate;
  /**
   * The configuration with the fewest provisioned environments that meets the objective. It is not the cheapest if
   * more environments cost less.
   */
  readonly smallest?: Candidate;
  /** The largest number of environments that certainly misses the objective. */
  readonly failing?: Candidate;
  /** Numbers of environments between `failing` and `smallest` for which the simulation is undecided. */
  readonly tooClose: readonly number[];
  /** All simulated configurations, by rising number of environments. */
  readonly candidates: readonly Candidate[];
  /** Share of the responses that are late with any number of environments, because the function itself takes too long. */
  readonly unavoidable: number;
}

/**
 * Finds the smallest number of provisioned environments that meets the objective, and the cheapest of this and all larger
 * numbers. More environments can cost less, because a busy provisioned environment costs less than the same work on demand.
 * Memory and architecture do not change, because the durations were measured on them.
 */
export function plan(input: PlanInput): Plan {
  const { load, configuration, simulator } = input;
  const { lateShare } = simulator.objective;
  const verdicts = new Map<number, Verdict>();
  const verdictOf = (provisioned: number) => {
    const verdict = verdicts.get(provisioned) ?? simulator.onLambda(load, { ...configuration, provisioned });
    verdicts.set(provisioned, verdict);
    return verdict;
  };
  const spilled = simulator.spilled(load, configuration);
  const unavoidable = simulator.unavoidablyLate(load, { slowdown: 1, cache: configuration.cache });
  const onDemandOnly = verdictOf(0);
  const found =
    unavoidable < lateShare
      ? smallest(verdictOf, {
          fewest: 0,
          guess: onDemandOnly.met === 'yes' ? 0 : spilled.findIndex((share) => share < lateShare),
          most: 2 * spilled.length + 100,
          canGrow: ({ shares }) => shares.onDemand > 0,
        })
      : undefined;
  const candidateOf = (provisioned: number) => candidate(input, provisioned, verdictOf(provisioned));
  const cheapest = found && cheapestOf(input, found.count, found.verdict, spilled, verdictOf);
  return {
    ...(found &&
      cheapest !== undefined && { cheapest: candidateOf(cheapest), smallest: candidateOf(found.count) }),
    ...(found?.failing && { failing: candidateOf(found.failing.count) }),
    tooClose: found?.tooClose ?? [],
    candidates: [...verdicts.keys()].sort((one, other) => one - other).map(candidateOf),
    unavoidable,
  };
}

/**
 * The number of environments with the smallest bill, among `fewest` and all larger numbers. If a simulation of this number does
 * not certainly meet the objective, the result is `fewest`.
 */
function cheapestOf(
  input: PlanInput,
  fewest: number,
  { shares }: Verdict,
  spilled: Float64Array,
  verdictOf: (count: number) => Verdict,
): number {
  const dollarsOf = (provisioned: number) => {
    const onDemandShare = spilled[provisioned] ?? 0;
    const outcome = { onDemandShare, coldShare: Math.min(shares.cold, onDemandShare) };
    return bill({ ...input, configuration: { ...input.configuration, provisioned }, outcome }).dollars;
  };
  // Bisection finds the minimum: each further environment has less work, so the cost first falls and then rises.
  let cheapest = fewest;
  let most = Math.max(spilled.length, fewest);
  while (cheapest < most) {
    const middle = Math.floor((cheapest + most) / 2);
    if (dollarsOf(middle + 1) < dollarsOf(middle)) {
      cheapest = middle + 1;
    } else {
      most = middle;
    }
  }
  return verdictOf(cheapest).met === 'yes' ? cheapest : fewest;
}

function candidate(input: PlanInput, provisioned: number, verdict: Verdict): Candidate {
  const configuration = { ...input.configuration, provisioned };
  return {
    configuration,
    verdict,
    latency: input.simulator.latency(verdict),
    bill: bill({ ...input, configuration, outcome: outcomeOf(verdict) }),
  };
}

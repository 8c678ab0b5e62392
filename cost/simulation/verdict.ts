import { CostError } from '../errors.ts';
import { fewestRequests, NEVER_SEEN, Openings, type Samples, SteadyRun } from './samples.ts';
import type { SimulationInput } from './simulation.ts';
import { Tally } from './tally.ts';

export type Met = 'yes' | 'no' | 'too close to call';

/** Whether an objective is met, and how certain that is. */
export interface Verdict {
  readonly met: Met;
  /** Share of late responses. In one of 1,000 verdicts, the true share is outside of `low` to `high`. */
  readonly lateShare: number;
  readonly low: number;
  readonly high: number;
  /** Number of simulated requests. */
  readonly requests: number;
  /** Outcomes as shares of the requests. */
  readonly shares: Tally;
  /** The first minutes of a day that begins cold; undefined on servers, and if the load never rests. */
  readonly opening?: Opening;
}

interface Opening {
  readonly requests: number;
  readonly late: number;
  readonly cold: number;
}

interface VerdictLimits {
  /** The share of responses that may be late. */
  readonly lateShare: number;
  /** Number of simulated requests after which an undecided simulation ends. */
  readonly requests: number;
  /** Requests of a day that begins with only the provisioned environments warm; undefined: the load is uninterrupted. */
  readonly dayRequests?: number | undefined;
}

/** First length of a `SteadyRun`, as a multiple of `input.keepWarm`. FEWEST_REQUESTS and LONGEST_FIRST limit this length. */
const KEEP_WARM_SPANS = 8;
const FEWEST_REQUESTS = 32_000;
/** Requests of a queue's warm-up. A queue is independent of its past after about a hundred requests. */
const QUEUE_WARM_UP = 2_000;
/**
 * Limit of the simulated requests at the beginning of a day. It takes effect only above 1,000 requests/s, where most cold
 * starts happen in the first seconds.
 */
const LONGEST_OPENING = 300_000;
/** Largest number of requests of a `SteadyRun` before the first verdict, unless a small share of late responses needs more. */
const LONGEST_FIRST = 1_000_000;

/**
 * Simulates until the confidence interval of the late share is on one side of the objective. If the limit of requests is
 * reached before, the verdict is "too close to call".
 * @throws CostError if the limit is so low that no result could prove that the objective is met
 */
export function judge(input: SimulationInput, { lateShare, requests, dayRequests }: VerdictLimits): Verdict {
  const fewest = fewestRequests(lateShare);
  if (requests < fewest) {
    throw new CostError(
      `${requests} simulated requests are too few to tell whether at most ${Number((lateShare * 100).toPrecision(3))} % of the responses are late. That takes at least ${fewest} requests: give a larger --late.`,
    );
  }
  const isOnDemand = input.overflow === 'on-demand';
  const span = isOnDemand ? (input.keepWarm / 1000) * input.ratePerSecond : 0;
  const opening = Math.min(span, LONGEST_OPENING, dayRequests ?? 0);
  const weight = dayRequests === undefined ? 0 : opening / dayRequests;
  const length = Math.min(
    requests,
    Math.max(fewest, FEWEST_REQUESTS, Math.min(LONGEST_FIRST, KEEP_WARM_SPANS * span)),
  );
  const parts: Part[] = [];
  if (weight > 0) {
    parts.push({ weight, samples: new Openings(input, opening) });
  }
  if (weight < 1) {
    const settled = isOnDemand
      ? 1.1 * span + (3 * input.ratePerSecond * input.coldStart) / 1000
      : QUEUE_WARM_UP;
    const warmUp = Math.min(settled, 2 * requests);
    parts.push({ weight: 1 - weight, samples: new SteadyRun(input, warmUp, length) });
  }
  for (;;) {
    for (const { samples } of parts) {
      samples.extend();
    }
    const verdict = { ...weigh(parts, lateShare, new Tally(input.timeout)), ...openingOf(parts, opening) };
    if (verdict.met !== 'too close to call' || verdict.requests >= requests) {
      return verdict;
    }
  }
}

/** The beginning or the rest of a day, with its share of the requests as `weight`. An uninterrupted load has one part. */
interface Part {
  readonly weight: number;
  readonly samples: Samples;
}

function weigh(parts: readonly Part[], allowed: number, shares: Tally): Omit<Verdict, 'opening'> {
  let requests = 0;
  let late = 0;
  let variance = 0;
  for (const { weight, samples } of parts) {
    const { mean, margin } = samples.estimate();
    late += weight * mean;
    variance += (weight * margin) ** 2;
    requests += samples.totals.requests;
    shares.add(samples.totals, weight / samples.totals.requests);
  }
  const margin = Math.sqrt(variance);
  const low = Math.max(0, late - margin);
  // The last term is for late responses that are possible but never occurred.
  const high = Math.min(1, late + margin + NEVER_SEEN / requests);
  const met = high <= allowed ? 'yes' : low > allowed ? 'no' : 'too close to call';
  return { met, lateShare: late, low, high, requests, shares };
}

function openingOf(parts: readonly Part[], requests: number): { opening?: Opening } {
  const totals = parts.find(({ samples }) => samples instanceof Openings)?.samples.totals;
  const part = (count: number) => (totals ? count / totals.requests : 0) * requests;
  return totals ? { opening: { requests, late: part(totals.expectedLate), cold: part(totals.cold) } } : {};
}

import { CostError } from '../errors.ts';
import { Openings, type Samples, SteadyRun } from './samples.ts';
import type { SimulationInput } from './simulation.ts';
import { fewestQuestions, NEVER_SEEN } from './statistics.ts';
import { Tally } from './tally.ts';

export type Kept = 'yes' | 'no' | 'too close to call';

/** Whether a promise is kept, and how sure that is. */
export interface Verdict {
  readonly kept: Kept;
  /** Share of late answers, and the interval it lies in; outside it once in 1,000 verdicts. */
  readonly lateShare: number;
  readonly low: number;
  readonly high: number;
  /** How many were asked for it. */
  readonly questions: number;
  /** What happened, per attempt: all counts are shares. */
  readonly shares: Tally;
  /** Only where days begin cold: the first minutes of one. */
  readonly opening?: Opening;
}

export interface Opening {
  readonly questions: number;
  readonly late: number;
  readonly cold: number;
}

export interface VerdictLimits {
  /** The share of answers that may be late. */
  readonly lateShare: number;
  /** Questions to ask at most. */
  readonly questions: number;
  /** Questions of a day that begins with nothing warm but the fixed environments; undefined = no rest, ever. */
  readonly dayQuestions?: number | undefined;
}

/** A run is this many times as long as an environment stays warm, where the questions suffice. */
const KEEP_WARM_SPANS = 8;
/** A queue forgets after some hundred services. */
const FEWEST_QUESTIONS = 32_000;
const QUEUE_WARM_UP = 2_000;
/** Questions of one opening, at most: at such rates the first seconds start more than the rest ever needs. */
const LONGEST_OPENING = 300_000;
/** Questions before the first look, where those spans are longer. */
const LONGEST_FIRST = 1_000_000;

/**
 * Plays until the confidence interval of the late share lies on one side of the promise, or the questions are
 * used up: then it is too close to call.
 * @throws CostError where so few questions can never tell
 */
export function judge(
  input: SimulationInput,
  { lateShare, questions, dayQuestions }: VerdictLimits,
): Verdict {
  const fewest = fewestQuestions(lateShare);
  if (questions < fewest) {
    throw new CostError(
      `${questions} questions cannot tell whether ${lateShare * 100} % of the answers are late: it takes at least ${fewest} (--questions ${fewest}).`,
    );
  }
  const isOnDemand = input.overflow === 'on-demand';
  const span = isOnDemand ? (input.keepWarm / 1000) * input.ratePerSecond : 0;
  const opening = Math.min(span, LONGEST_OPENING, dayQuestions ?? 0);
  const weight = dayQuestions === undefined ? 0 : opening / dayQuestions;
  const length = Math.min(
    questions,
    Math.max(fewest, FEWEST_QUESTIONS, Math.min(LONGEST_FIRST, KEEP_WARM_SPANS * span)),
  );
  const parts: Part[] = [];
  if (weight > 0) {
    parts.push({ weight, samples: new Openings(input, opening) });
  }
  if (weight < 1) {
    const settled = isOnDemand ? 1.1 * span + 3 * ratePerColdStart(input) : QUEUE_WARM_UP;
    const warmUp = Math.min(settled, 2 * questions);
    parts.push({ weight: 1 - weight, samples: new SteadyRun(input, warmUp, length) });
  }
  for (;;) {
    for (const { samples } of parts) {
      samples.extend();
    }
    const verdict = { ...weigh(parts, lateShare, new Tally(input.timeout)), ...openingOf(parts, opening) };
    if (verdict.kept !== 'too close to call' || verdict.questions >= questions) {
      return verdict;
    }
  }
}

/** A part of the time. */
interface Part {
  readonly weight: number;
  readonly samples: Samples;
}

function ratePerColdStart({ ratePerSecond, coldStart }: SimulationInput): number {
  return (ratePerSecond * coldStart) / 1000;
}

function weigh(parts: readonly Part[], allowed: number, shares: Tally): Omit<Verdict, 'opening'> {
  let questions = 0;
  let late = 0;
  let variance = 0;
  for (const { weight, samples } of parts) {
    const { mean, margin } = samples.estimate();
    late += weight * mean;
    variance += (weight * margin) ** 2;
    questions += samples.totals.questions;
    shares.add(samples.totals, weight / samples.totals.attempts);
  }
  const margin = Math.sqrt(variance);
  const low = Math.max(0, late - margin);
  // What never happened in so many questions may happen all the same.
  const high = Math.min(1, late + margin + NEVER_SEEN / questions);
  const kept = high <= allowed ? 'yes' : low > allowed ? 'no' : 'too close to call';
  return { kept, lateShare: late, low, high, questions, shares };
}

function openingOf(parts: readonly Part[], questions: number): { opening?: Opening } {
  const totals = parts.find(({ samples }) => samples instanceof Openings)?.samples.totals;
  const part = (count: number) => (totals ? count / totals.attempts : 0) * questions;
  return totals ? { opening: { questions, late: part(totals.expectedLate), cold: part(totals.cold) } } : {};
}

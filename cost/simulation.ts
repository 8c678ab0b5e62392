import { CostError } from './errors.ts';
import { Fleet } from './fleet.ts';
import { exponential, seeded } from './random.ts';
import type { SimulationInput } from './simulation-input.ts';
import { Tally } from './tally.ts';

/**
 * Plays questions against a fleet, event by event. An attempt that is late keeps its environment busy to the
 * end, as on Lambda, and its answer is remembered: a repeat that starts later finds it in the cache.
 * Deterministic for a seed.
 */
export function simulate(input: SimulationInput): Tally {
  validate(input);
  const { burst, questions, fresh, cached, timeout, repeats, network } = input;
  const random = seeded(input.seed);
  const fleet = new Fleet(input.environments, input.overflow, input.keepWarm);
  const gap = (burst / input.ratePerSecond) * 1000;
  const tally = new Tally(input, (questions / input.ratePerSecond) * 1000);
  const rememberedAt = new Float64Array(questions).fill(Number.POSITIVE_INFINITY);
  const asked = new Uint8Array(questions);
  // The time-out is the same for all, so repeats fall due in the order in which they are noted.
  const dueQuestion: number[] = [];
  const dueAt: number[] = [];

  function attempt(question: number, now: number): void {
    const place = fleet.place(now);
    let latency = Number.POSITIVE_INFINITY;
    let busy = 0;
    if (place !== 'rejected') {
      const start = fleet.start + (place === 'cold' ? input.coldStart : 0);
      const remembered = cached !== undefined && (rememberedAt[question] as number) <= start;
      busy = remembered ? cached(random) : fresh(random);
      const end = start + busy;
      fleet.occupy(end);
      rememberedAt[question] = Math.min(rememberedAt[question] as number, end);
      latency = end - now + network;
    }
    const late = latency > timeout;
    if (question >= input.warmUp) {
      tally.count(now, place, latency, busy, late, (asked[question] as number) > 0);
    }
    if (late && (asked[question] as number) < repeats) {
      dueQuestion.push(question);
      dueAt.push(now + timeout);
    }
    asked[question] = (asked[question] as number) + 1;
  }

  let repeat = 0;
  function repeatUntil(time: number): void {
    while (repeat < dueAt.length && (dueAt[repeat] as number) <= time) {
      attempt(dueQuestion[repeat] as number, dueAt[repeat] as number);
      repeat += 1;
    }
  }

  let now = 0;
  for (let question = 0; question < questions; question += 1) {
    if (question % burst === 0) {
      now += exponential(random, gap);
      repeatUntil(now);
    }
    if (cached !== undefined && input.repeatShare > 0 && random() < input.repeatShare) {
      rememberedAt[question] = 0;
    }
    attempt(question, now);
  }
  repeatUntil(Number.POSITIVE_INFINITY);
  return tally;
}

function validate({ overflow, environments, repeats, questions, warmUp }: SimulationInput): void {
  if (overflow === 'queue' && environments < 1) {
    throw new CostError('A queue needs at least one environment (--environments).');
  }
  if (repeats > 100) {
    throw new CostError(`A question can be repeated at most 100 times, not ${repeats}.`);
  }
  if (!(questions > warmUp)) {
    throw new CostError(
      `At least one question must be counted, not ${questions} of which ${warmUp} warm up.`,
    );
  }
}

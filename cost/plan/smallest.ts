import type { Verdict } from '../simulation/verdict.ts';

/** The smallest number that meets an objective. */
export interface Smallest {
  readonly count: number;
  readonly verdict: Verdict;
  /** Smaller numbers for which the simulation is undecided. */
  readonly tooClose: readonly number[];
  /** The largest number that certainly misses the objective; undefined if no number in the range of the search does. */
  readonly failing?: { readonly count: number; readonly verdict: Verdict };
}

export interface Search {
  readonly fewest: number;
  /** The number that is simulated first, kept within the limits. The nearer it is to the result, the fewer simulations run. */
  readonly guess: number;
  /** Upper limit of the search. */
  readonly most: number;
  /** Whether a larger number could still meet the objective. @default always, up to `most` */
  canGrow?(verdict: Verdict): boolean;
}

/** The smallest number that certainly meets the objective, found by doubling steps and then bisection; undefined if none does. */
export function smallest(
  verdictOf: (count: number) => Verdict,
  { fewest, guess, most, canGrow = () => true }: Search,
): Smallest | undefined {
  const verdicts = new Map<number, Verdict>();
  const meets = (count: number) => {
    const verdict = verdicts.get(count) ?? verdictOf(count);
    verdicts.set(count, verdict);
    return verdict.met === 'yes';
  };
  const range = stride(meets, { fewest, guess: Math.min(most, Math.max(fewest, guess)), most }, (count) =>
    canGrow(verdicts.get(count) as Verdict),
  );
  if (!range) {
    return undefined;
  }
  let [below, count] = range;
  while (count - below > 1) {
    const middle = Math.floor((below + count) / 2);
    if (meets(middle)) {
      count = middle;
    } else {
      below = middle;
    }
  }
  const tooClose: number[] = [];
  for (let next = count - 1; next >= fewest && !meets(next); next -= 1) {
    if (verdicts.get(next)?.met !== 'too close to call') break;
    tooClose.unshift(next);
  }
  const failing = (tooClose[0] ?? count) - 1;
  const verdict = verdicts.get(failing);
  return {
    count,
    verdict: verdicts.get(count) as Verdict,
    tooClose,
    ...(verdict?.met === 'no' && { failing: { count: failing, verdict } }),
  };
}

/**
 * Finds a number that certainly meets the objective, and a smaller number that lies below `fewest` or may miss the objective.
 * @returns undefined if no such number was found up to `most`, or `canGrow` ended the search
 */
function stride(
  meets: (count: number) => boolean,
  { fewest, guess, most }: Required<Pick<Search, 'fewest' | 'guess' | 'most'>>,
  canGrow: (count: number) => boolean,
): [below: number, count: number] | undefined {
  let step = 1;
  let count = guess;
  if (meets(guess)) {
    while (count > fewest && meets(Math.max(fewest, count - step))) {
      count = Math.max(fewest, count - step);
      step *= 2;
    }
    return [Math.max(fewest - 1, count - step), count];
  }
  for (;;) {
    if (count >= most || !canGrow(count)) {
      return undefined;
    }
    const next = Math.min(most, count + step);
    if (meets(next)) {
      return [count, next];
    }
    count = next;
    step *= 2;
  }
}

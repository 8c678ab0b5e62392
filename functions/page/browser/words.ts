/** How numbers and outcomes are said. */
import type { Answered, Explanation } from './ask.ts';

/** What the caller was promised. */
export const PROMISE_MILLISECONDS = 1000;

/** @param share 0 to 1 */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

export function duration(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}

/** Whether the answer is one of the characters the models know. */
export function isKnown({ rejected }: Explanation): boolean {
  return !rejected;
}

/** Where the answer came from. */
export function cacheOutcome({ cache, members }: Explanation): string {
  switch (cache) {
    case 'hit':
      return members.length === 0
        ? 'Remembered: this id was answered before, no model had to run'
        : 'Remembered: this id keeps its first answer, though the models ran once more';
    case 'miss':
      return 'Computed now, and remembered for this id';
    case 'degraded':
      return 'Computed now; the result cache was out of reach';
    case 'off':
      return 'Computed now; this service remembers nothing';
  }
}

/** Everything that matters in one sentence or two, for those who listen. */
export function spoken({ explanation, milliseconds }: Answered): string {
  const verdict = isKnown(explanation) ? `It is ${explanation.answer}` : 'None of the known characters';
  const { confidence } = explanation;
  return `${verdict}, ${percent(confidence)} sure, in ${duration(milliseconds)}. ${cacheOutcome(explanation)}.`;
}

/** How numbers and outcomes are said. */
import type { PageTask } from '../../../inference/information/page.ts';
import type { Answered } from '../asking/answered.ts';

/** @param share 0 to 1 */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

export function duration(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}

/** Whether a caller waited as long as promised, or longer. @param way what the time was spent on */
export function promise(milliseconds: number, budgetMilliseconds: number, way = ' there and back'): string {
  const kept = milliseconds <= budgetMilliseconds;
  const promised = budgetMilliseconds === 1000 ? 'second' : seconds(budgetMilliseconds);
  return `${duration(milliseconds)}${way}${kept ? '' : `, later than the promised ${promised}`}`;
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];

/** What to do on this page, and what happens then. */
export function introduction({
  hint,
  members,
  budgetMilliseconds,
}: Pick<PageTask, 'hint' | 'members' | 'budgetMilliseconds'>): string {
  const number = NUMBERS[members] ?? members;
  const who = members === 1 ? `${number} model answers` : `${number} models vote and answer`;
  return `${hint} ${who} within ${budgetMilliseconds === 1000 ? 'a second' : seconds(budgetMilliseconds)}.`.trimStart();
}

/** Where the answer came from. */
export function cacheOutcome({ explanation: { cache, members }, members: asked }: Answered): string {
  if (cache !== 'hit' && /(fallback|shortened)$/.test(asked)) {
    return 'Not remembered for lack of time: asked again, it may do better';
  }
  switch (cache) {
    case 'hit':
      return members.length === 0
        ? 'CacheEntry: this id was answered before, no model had to run'
        : 'CacheEntry: this id keeps its first answer, though the models ran once more';
    case 'miss':
      return 'Computed now, and remembered for this id';
    case 'too-large':
      return 'Computed now; the answer is too large to be remembered';
    case 'degraded':
      return 'Computed now; the result cache was out of reach';
    case 'off':
      return 'Computed now; this service remembers nothing';
  }
}

/** Numbers and outcomes in words. */
import type { PageModel } from '../../../inference/information/page.ts';
import type { ExplainedResponse } from '../request/request.ts';

/** @param share 0 to 1 */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** @param confidence 0 to 1 */
export function sureness(confidence: number): string {
  return `${percent(confidence)} sure`;
}

export function duration(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}

export function latency(milliseconds: number, deadlineMilliseconds: number): string {
  const late =
    milliseconds > deadlineMilliseconds ? `, past the deadline of ${seconds(deadlineMilliseconds)}` : '';
  return `Latency ${duration(milliseconds)}${late}`;
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}

export function firstLine(text: string): string {
  return text.split('\n', 1)[0] as string;
}

export function introduction({
  hint,
  members,
  deadlineMilliseconds,
}: Pick<PageModel, 'hint' | 'members' | 'deadlineMilliseconds'>): string {
  const who = members === 1 ? 'One model' : `An ensemble of ${members} models`;
  return `${hint} ${who}, with a deadline of ${seconds(deadlineMilliseconds)}.`.trimStart();
}

/** Says how many members ran or decided; empty if the model has only one member, or no member ran. */
export function decided({ explanation, members }: ExplainedResponse): string[] {
  const { decidedAfter } = explanation;
  const ran = explanation.members.length;
  const all = Number(/^\d+\/(\d+)/.exec(members)?.[1] ?? ran);
  if (ran === 0 || all === 1) return [];
  if (ran < all) return [`${ran} of ${all} members ran before the deadline`];
  if (decidedAfter === undefined || decidedAfter >= all)
    return [all === 2 ? 'Both members were needed' : `All ${all} members were needed`];
  const first = decidedAfter === 1 ? 'The first' : `The first ${decidedAfter}`;
  return [`${first} of ${all} members decided; the rest ran for comparison`];
}

/** Where the response came from. */
export function cacheOutcome({ explanation: { cache, members }, members: ran }: ExplainedResponse): string {
  if (cache !== 'hit' && /(fallback|shortened)$/.test(ran)) {
    return 'Not cached, because not every member ran: a retry may do better';
  }
  switch (cache) {
    case 'hit':
      return members.length === 0
        ? 'Cache hit: no member had to run'
        : 'Cache hit: the id keeps its first response, although the members ran once more';
    case 'miss':
      return 'Cache miss: computed now, and stored under this id';
    case 'too-large':
      return 'Computed now; the response is too large for the response cache';
    case 'degraded':
      return 'Computed now; the response cache was unavailable';
    case 'off':
      return 'Computed now; the service has no response cache';
  }
}

/** Writes a fraction with at most six significant figures, because 32-bit floats hold that many; an integer with all its figures. */
export function numberCell(element: unknown): string {
  const isFraction = typeof element === 'number' && !Number.isInteger(element);
  return String(isFraction ? Number(element.toPrecision(6)) : element);
}

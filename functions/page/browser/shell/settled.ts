/** How many members an answer took. */
import type { Answered } from '../asking/answered.ts';

/** In a sentence; nothing where none was asked. */
export function settled({ explanation: { members, decidedAfter }, members: asked }: Answered): string[] {
  const count = members.length;
  if (count === 0) return [];
  const all = Number(/^\d+\/(\d+)/.exec(asked)?.[1] ?? count);
  if (count < all) return [`${count} of ${all} models answered: for more there was no time`];
  if (all === 1) return ['One model answered'];
  if (decidedAfter === undefined || decidedAfter >= all) return [`It took all ${all} models to settle it`];
  const first = decidedAfter === 1 ? 'The first' : `The first ${decidedAfter}`;
  const others = all - decidedAfter === 1 ? 'the other was' : `the other ${all - decidedAfter} were`;
  return [`${first} of ${all} models settled it; ${others} asked for show`];
}

/** In a few words; nothing where none was asked, or all of them were needed. */
export function enough({ explanation: { members, decidedAfter } }: Answered): string[] {
  const count = members.length;
  if (decidedAfter === undefined || decidedAfter >= count) return [];
  return [`${decidedAfter} of ${count} models ${decidedAfter === 1 ? 'was' : 'were'} enough`];
}

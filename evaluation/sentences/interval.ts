/** How far a share would differ, were other sentences drawn. A pure function. */
import { mulberry32 } from '../../project/mulberry32.ts';

const RESAMPLES = 2000;
const SHARE_OUTSIDE = 0.05;

/** What one sentence adds to a share: a part, and what it is a part of. */
export interface Portion {
  readonly part: number;
  readonly whole: number;
}

/** 95 % interval of the sum of parts over the sum of wholes, by drawing as many sentences again and again (bootstrap). */
export function shareInterval(portions: readonly Portion[]): { low: number; high: number } {
  // The same evaluation gives the same interval.
  const random = mulberry32(1);
  const shares = Array.from({ length: RESAMPLES }, () => {
    let part = 0;
    let whole = 0;
    for (let drawn = 0; drawn < portions.length; drawn += 1) {
      const portion = portions[Math.floor(random() * portions.length)]!;
      part += portion.part;
      whole += portion.whole;
    }
    return whole === 0 ? 0 : part / whole;
  }).sort((one, other) => one - other);
  const outside = Math.floor((SHARE_OUTSIDE / 2) * RESAMPLES);
  return { low: shares[outside]!, high: shares[RESAMPLES - 1 - outside]! };
}

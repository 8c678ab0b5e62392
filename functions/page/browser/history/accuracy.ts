/** How right responses were, by the marks that a person gave them. Pure functions. */
import { percent } from '../result/words.ts';

/** 97.5 % of a normal distribution lie below. */
const Z = 1.959964;

/** 95 % interval of a share (Wilson, 1927). @param all at least 1 */
export function shareInterval(right: number, all: number): { low: number; high: number } {
  const share = right / all;
  const spread = Z ** 2 / all;
  const centre = share + spread / 2;
  const margin = Z * Math.sqrt((share * (1 - share)) / all + spread / (4 * all));
  return {
    low: Math.max(0, (centre - margin) / (1 + spread)),
    high: Math.min(1, (centre + margin) / (1 + spread)),
  };
}

/** In a sentence; what can be done, where nothing was marked. */
export function accuracy(marks: readonly (boolean | undefined)[]): string {
  const given = marks.filter((mark) => mark !== undefined);
  const right = given.filter((mark) => mark).length;
  if (given.length === 0) return 'Mark responses as right or wrong to see their accuracy.';
  const { low, high } = shareInterval(right, given.length);
  const share = `${right} of ${given.length} marked responses right: ${percent(right / given.length)}`;
  return `${share} (95 % interval ${percent(low)} to ${percent(high)})`;
}

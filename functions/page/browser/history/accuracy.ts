/** How many responses were right, by the marks that a person gave them. */
import { percent } from '../result/words.ts';

/** In a sentence; what can be done, where nothing was marked. */
export function accuracy(marks: readonly (boolean | undefined)[]): string {
  const given = marks.filter((mark) => mark !== undefined);
  const right = given.filter((mark) => mark).length;
  if (given.length === 0) return 'Mark responses as right or wrong to see their accuracy.';
  return `${right} of ${given.length} marked responses right: ${percent(right / given.length)}`;
}

import { describe, expect, it } from 'vitest';
import { type Reading, sinceWhichStroke, withReading } from '../../functions/page/browser/drawing/course.ts';

/** What was read after so many strokes each. */
function courseOf(...readings: [strokes: number, label: string][]): Reading[] {
  return readings.reduce<Reading[]>(
    (course, [strokes, label]) => withReading(course, { strokes, label }),
    [],
  );
}

describe('the course of a drawing', () => {
  it.each([
    ['at once', courseOf([1, '一']), 1],
    ['when it has just changed', courseOf([1, '一'], [2, '二']), 2],
    ['when it stayed', courseOf([1, '一'], [2, '二'], [3, '三'], [5, '三']), 3],
    ['when it came back', courseOf([1, '三'], [2, '二'], [3, '三']), 3],
    ['when a stroke was undone', courseOf([1, '一'], [2, '二'], [3, '三'], [2, '二']), 2],
    ['when nothing was read', courseOf(), undefined],
  ])('says since which stroke it was read so %s', (_, course, since) => {
    expect(sinceWhichStroke(course)).toBe(since);
  });
});

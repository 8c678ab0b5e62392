/** What was read of a drawing, stroke by stroke. */

/** What a drawing was taken for when it had so many strokes. */
export interface Reading {
  readonly strokes: number;
  readonly label: string;
}

/** The readings with a new one; those of more strokes have been undone. */
export function withReading(course: readonly Reading[], reading: Reading): Reading[] {
  return [...course.filter(({ strokes }) => strokes < reading.strokes), reading];
}

/** Since which stroke it has been read as what it is read as now; undefined where it has not been read. */
export function sinceWhichStroke(course: readonly Reading[]): number | undefined {
  const last = course.at(-1);
  const other = course.findLastIndex(({ label }) => label !== last?.label);
  return course[other + 1]?.strokes;
}

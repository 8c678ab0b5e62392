/** Strokes of a pen. */

/** A point. On the paper, both coordinates go from 0 (left, top) to 1 (right, bottom). */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Path of the pen between touching and leaving the paper. */
export type Stroke = readonly Point[];

/** A rectangle, in any unit. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Bounding box of all strokes; undefined if there are none. */
export function boxAround(strokes: readonly Stroke[]): Box | undefined {
  const points = strokes.flat();
  if (points.length === 0) return undefined;
  const columns = points.map(({ x }) => x);
  const rows = points.map(({ y }) => y);
  const left = Math.min(...columns);
  const top = Math.min(...rows);
  return { left, top, width: Math.max(...columns) - left, height: Math.max(...rows) - top };
}

/** The part of a canvas context that draws lines. */
export interface LinePen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): void;
}

/**
 * Draws a stroke as smooth curves. Each inner point is the control point of a curve, which ends midway to the next point.
 *
 * @param toCanvas converts a point of the stroke to a position on the canvas
 */
export function traceStroke(pen: LinePen, stroke: Stroke, toCanvas: (point: Point) => Point): void {
  const [first, ...others] = stroke.map(toCanvas);
  const last = others.pop();
  if (!first) return;
  pen.moveTo(first.x, first.y);
  others.forEach((point, index) => {
    const next = others[index + 1] ?? last ?? point;
    pen.quadraticCurveTo(point.x, point.y, (point.x + next.x) / 2, (point.y + next.y) / 2);
  });
  // A tap has only one point. A line of length 0 draws a dot, because its caps are round.
  const end = last ?? first;
  pen.lineTo(end.x, end.y);
}

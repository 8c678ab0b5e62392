/** How the paper on the screen looks. */
import { type Point, type Stroke, traceStroke } from './strokes.ts';

/** Shares of the paper's width: the drawn line, and the radius of the keyboard's pen. */
const LINE_WIDTH = 0.026;
const PEN_RADIUS = 0.02;

/** The cross and the diagonals of Chinese practice paper, from corner to corner of a unit square. */
const GUIDES: readonly (readonly [Point, Point])[] = [
  [
    { x: 0, y: 0.5 },
    { x: 1, y: 0.5 },
  ],
  [
    { x: 0.5, y: 0 },
    { x: 0.5, y: 1 },
  ],
  [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ],
  [
    { x: 1, y: 0 },
    { x: 0, y: 1 },
  ],
];

/**
 * Draws everything anew, in the colours that the style sheet gives the canvas.
 *
 * @param pen where the keyboard's pen is, if there is one
 */
export function drawPaper(
  canvas: HTMLCanvasElement,
  strokes: readonly Stroke[],
  pen: Point | undefined,
): void {
  const context = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!context || width === 0) return;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  context.scale(devicePixelRatio, devicePixelRatio);
  const place = ({ x, y }: Point) => ({ x: x * width, y: y * height });
  const style = getComputedStyle(canvas);

  context.strokeStyle = style.getPropertyValue('--grid');
  context.setLineDash([4, 6]);
  context.beginPath();
  for (const guide of GUIDES) traceStroke(context, guide, place);
  context.stroke();
  context.setLineDash([]);

  context.strokeStyle = style.color;
  context.lineWidth = LINE_WIDTH * width;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  for (const stroke of strokes) traceStroke(context, stroke, place);
  context.stroke();

  if (!pen) return;
  const { x, y } = place(pen);
  context.strokeStyle = style.getPropertyValue('--seal');
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, PEN_RADIUS * width, 0, 2 * Math.PI);
  context.stroke();
}

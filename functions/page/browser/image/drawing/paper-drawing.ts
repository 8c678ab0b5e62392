/** How the paper on the screen looks. */
import type { Drawing } from './crop.ts';
import { printGrey } from './print.ts';
import type { TopSheet } from './sheets.ts';
import { type Point, traceStroke } from './strokes.ts';

/** Radius of the keyboard's pen, share of the paper's width. */
const PEN_RADIUS = 0.02;
/** How much of its colour the ink of a finished drawing keeps. */
const FADED = 0.4;
/** A drawing of this share of the paper has a line on the screen that looks as in the picture that is sent. */
const USUAL_SHARE = 0.47;

/** The cross and the diagonals of practice paper, from corner to corner of a unit square. */
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
  { guides, line, fill, height: sentHeight }: Drawing,
  { strokes, traced, finished }: TopSheet,
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

  if (traced !== undefined) {
    context.fillStyle = style.getPropertyValue('--traced');
    printGrey(context, traced, style.fontFamily, { width, height });
  }
  if (guides === 'practice') {
    context.strokeStyle = style.getPropertyValue('--grid');
    context.setLineDash([4, 6]);
    context.beginPath();
    for (const guide of GUIDES) traceStroke(context, guide, place);
    context.stroke();
    context.setLineDash([]);
  }

  context.strokeStyle = style.color;
  context.globalAlpha = finished ? FADED : 1;
  context.lineWidth = (USUAL_SHARE * width * line) / (fill[1] * sentHeight);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  for (const stroke of strokes) traceStroke(context, stroke, place);
  context.stroke();
  context.globalAlpha = 1;

  if (!pen) return;
  const { x, y } = place(pen);
  context.strokeStyle = style.getPropertyValue('--seal');
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, PEN_RADIUS * width, 0, 2 * Math.PI);
  context.stroke();
}

/** Draws the paper on the screen. */
import type { Drawing } from './crop.ts';
import { drawInk } from './stroke-picture.ts';
import type { Stroke } from './strokes.ts';

/** If a drawing takes this share of the paper's height, its lines are as thick relative to the drawing as in the sent picture. */
const USUAL_SHARE = 0.47;

/** The cross and the diagonals of practice paper in a unit square: x and y of each line's start, then x and y of its end. */
const GUIDES = [
  [0, 0.5, 1, 0.5],
  [0.5, 0, 0.5, 1],
  [0, 0, 1, 1],
  [1, 0, 0, 1],
] as const;

/** Redraws everything, in the colours that the style sheet sets for the canvas. */
export function drawPaper(
  canvas: HTMLCanvasElement,
  { guides, line, fill, height: sentHeight }: Drawing,
  strokes: readonly Stroke[],
): void {
  const context = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!context || width === 0) return;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  context.scale(devicePixelRatio, devicePixelRatio);
  const style = getComputedStyle(canvas);

  if (guides === 'practice') {
    context.strokeStyle = style.getPropertyValue('--grid');
    context.setLineDash([4, 6]);
    context.beginPath();
    for (const [left, top, right, bottom] of GUIDES) {
      context.moveTo(left * width, top * height);
      context.lineTo(right * width, bottom * height);
    }
    context.stroke();
    context.setLineDash([]);
  }

  const pen = { ink: style.color, line: (USUAL_SHARE * width * line) / (fill[1] * sentHeight) };
  drawInk(context, strokes, pen, ({ x, y }) => ({ x: x * width, y: y * height }));
}

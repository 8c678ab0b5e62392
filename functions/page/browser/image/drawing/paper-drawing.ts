/** How the paper on the screen looks. */
import type { Drawing } from './crop.ts';
import type { TopSheet } from './sheets.ts';
import { drawInk } from './stroke-picture.ts';

/** Opacity of the ink of a finished drawing. */
const FADED = 0.4;
/** For a drawing that fills this share of the paper, the line on the screen is as thick as in the picture that is sent. */
const USUAL_SHARE = 0.47;

/** Maximum share of the paper's width and height for a label to trace. */
const LARGEST_SHARE = 0.74;

/** The cross and the diagonals of practice paper, from corner to corner of a unit square: x, y, x, y. */
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
  { strokes, traced, finished }: TopSheet,
): void {
  const context = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!context || width === 0) return;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  context.scale(devicePixelRatio, devicePixelRatio);
  const style = getComputedStyle(canvas);

  if (traced !== undefined) {
    context.fillStyle = style.getPropertyValue('--traced');
    printGrey(context, traced, style.fontFamily, { width, height });
  }
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

  context.globalAlpha = finished ? FADED : 1;
  const pen = { ink: style.color, line: (USUAL_SHARE * width * line) / (fill[1] * sentHeight) };
  drawInk(context, strokes, pen, ({ x, y }) => ({ x: x * width, y: y * height }));
  context.globalAlpha = 1;
}

/** Draws a text in the context's colour in the middle of the paper, as large as it fits. */
function printGrey(
  context: CanvasRenderingContext2D,
  text: string,
  fontFamily: string,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const inFont = (pixels: number) => {
    context.font = `${pixels}px ${fontFamily}`;
    return extentOf(context.measureText(text));
  };
  const large = inFont(height);
  if (large.width === 0 || large.height === 0) return;
  const fit = LARGEST_SHARE * Math.min(width / large.width, height / large.height);
  const { left, top, ...extent } = inFont(fit * height);
  context.fillText(text, (width - extent.width) / 2 + left, (height - extent.height) / 2 + top);
}

/** Extent of a text's ink in pixels; `left` and `top` are the distances from its edges to the start of the base line. */
function extentOf(metrics: TextMetrics) {
  const { actualBoundingBoxLeft: left, actualBoundingBoxAscent: top } = metrics;
  return {
    left,
    top,
    width: left + metrics.actualBoundingBoxRight,
    height: top + metrics.actualBoundingBoxDescent,
  };
}

/** Turns strokes into a picture like those that the model was trained on. */
import { createContext, toPicture } from '../../result/canvas.ts';
import { centreMass, type Drawing, placeInCrop, toCrop } from './crop.ts';
import { boxAround, type Point, type Stroke, traceStroke } from './strokes.ts';

/** @returns a picture of the drawing on its paper; rejects if there is no stroke */
export async function pictureOfStrokes(strokes: readonly Stroke[], drawing: Drawing): Promise<Blob> {
  const { width, height, paper, centre, format } = drawing;
  const box = boxAround(strokes);
  if (!box) throw new Error('there is no stroke to make a picture of');
  let placement = placeInCrop(box, drawing);
  const toCanvas = (point: Point) => toCrop(placement, point);
  if (centre === 'mass') {
    const ink = createContext(width, height);
    drawInk(ink, strokes, drawing, toCanvas);
    placement = centreMass(placement, ink.getImageData(0, 0, width, height));
  }
  const context = createContext(width, height);
  context.fillStyle = paper;
  context.fillRect(0, 0, width, height);
  drawInk(context, strokes, drawing, toCanvas);
  return toPicture(context, format);
}

/** @param toCanvas returns the position of a point on the canvas */
export function drawInk(
  context: CanvasRenderingContext2D,
  strokes: readonly Stroke[],
  { ink, line }: Pick<Drawing, 'ink' | 'line'>,
  toCanvas: (point: Point) => Point,
): void {
  context.strokeStyle = ink;
  context.lineWidth = line;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  for (const stroke of strokes) traceStroke(context, stroke, toCanvas);
  context.stroke();
}

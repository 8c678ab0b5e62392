/** Strokes on a screen, turned into the kind of picture the models were trained on. */
import { createContext, toJpeg } from './canvas.ts';
import { CROP, placeInCrop, toCrop } from './form-crop.ts';
import { boxAround, type Stroke, traceStroke } from './strokes.ts';

/** As `models/training/forms.py` draws them: cream paper, a blue pen. */
const PAPER = 'rgb(236 232 226)';
const INK = 'rgb(52 62 140)';
/** Pixels of the crop, as wide as a ballpoint's line on the forms. */
const LINE_WIDTH = 2.8;

/** @returns a JPEG of one character on paper, rejected when there is no stroke */
export async function pictureOfStrokes(strokes: readonly Stroke[]): Promise<Blob> {
  const box = boxAround(strokes);
  if (!box) throw new Error('there is no stroke to make a picture of');
  const placement = placeInCrop(box);
  const context = createContext(CROP.width, CROP.height);
  context.fillStyle = PAPER;
  context.fillRect(0, 0, CROP.width, CROP.height);
  context.strokeStyle = INK;
  context.lineWidth = LINE_WIDTH;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  for (const stroke of strokes) traceStroke(context, stroke, (point) => toCrop(placement, point));
  context.stroke();
  return toJpeg(context);
}

/** Pixels of a part of a picture. */
import { createContext } from '../result/canvas.ts';
import type { Box } from './drawing/strokes.ts';
import type { GreyPicture } from './find-ink.ts';

export function wholeOf({ width, height }: ImageBitmap): Box {
  return { left: 0, top: 0, width, height };
}

/** A part of a picture, reduced but never enlarged. */
export function reduce(bitmap: ImageBitmap, part: Box, scale: number): CanvasRenderingContext2D {
  const shrink = Math.min(1, scale);
  const [width, height] = [part.width, part.height].map((size) => Math.max(1, Math.round(shrink * size)));
  return drawPart(bitmap, part, width!, height!);
}

/** A part of a picture, stretched to a size. */
export function drawPart(
  bitmap: ImageBitmap,
  part: Box,
  width: number,
  height: number,
): CanvasRenderingContext2D {
  const context = createContext(width, height);
  // Transparent parts become white, which is the service's default background.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, part.left, part.top, part.width, part.height, 0, 0, width, height);
  return context;
}

export function greyOf(context: CanvasRenderingContext2D): GreyPicture {
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  const shades = new Uint8Array(width * height);
  for (let pixel = 0; pixel < shades.length; pixel++) {
    // ITU-R BT.601
    shades[pixel] = 0.299 * data[4 * pixel]! + 0.587 * data[4 * pixel + 1]! + 0.114 * data[4 * pixel + 2]!;
  }
  return { width, height, shades };
}

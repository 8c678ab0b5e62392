/** Thumbnails. */
import type { Sample } from '../../../inference/contracts/client.ts';
import { createContext } from './canvas.ts';

/** Width and height in pixels. A thumbnail of this size is sharp at two device pixels per CSS pixel. */
const SIDE = 192;

/** Draws the middle of a picture on a canvas. Unlike an image element, a canvas keeps no large picture in memory. */
export async function thumbnailOf(sample: Sample): Promise<HTMLCanvasElement> {
  const bitmap = await bitmapOf(sample);
  const { width, height } = bitmap;
  const side = Math.min(width, height);
  const context = createContext(SIDE, SIDE);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, (width - side) / 2, (height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  bitmap.close();
  return context.canvas;
}

/** A picture, turned upright by its EXIF orientation. Rejects if the browser cannot show it. */
export function bitmapOf({ bytes, mediaType }: Sample): Promise<ImageBitmap> {
  const file = new Blob([bytes as BlobPart], { type: mediaType });
  return createImageBitmap(file, { imageOrientation: 'from-image' });
}

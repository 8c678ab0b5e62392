/** Makes a picture that somebody brings fit for the service: small ones go as they are, photographs are cut. */
import { createContext, toJpeg } from './canvas.ts';
import { findInk } from './find-ink.ts';
import { CROP, placeInCrop } from './form-crop.ts';
import type { Box } from './strokes.ts';
import { MAX_FILE_BYTES, notAPicture, tooLarge } from './trouble.ts';

/** Such a file is taken for a crop already, and sent byte for byte. */
const CROP_SIDE = 400;
const CROP_BYTES = 64 * 1024;
const SENT_AS_THEY_ARE = ['image/jpeg', 'image/png'];

/** Longer side, in pixels, of the copy in which the character is looked for. */
const SEARCH_SIDE = 640;
/** What is cut out of a photograph has twice the pixels of a form's crop. */
const ENLARGEMENT = 2;

/** @throws {Trouble} when it is too large or not a picture */
export async function preparePicture(file: Blob): Promise<Blob> {
  if (file.size > MAX_FILE_BYTES) throw tooLarge(file.size);
  const bitmap = await createImageBitmap(file).catch(() => {
    throw notAPicture();
  });
  try {
    const isCrop = Math.max(bitmap.width, bitmap.height) <= CROP_SIDE && file.size <= CROP_BYTES;
    return isCrop && SENT_AS_THEY_ARE.includes(file.type) ? file : await cutOut(bitmap);
  } finally {
    bitmap.close();
  }
}

async function cutOut(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, SEARCH_SIDE / Math.max(bitmap.width, bitmap.height));
  const small = createContext(Math.ceil(scale * bitmap.width), Math.ceil(scale * bitmap.height));
  whiten(small);
  small.drawImage(bitmap, 0, 0, small.canvas.width, small.canvas.height);
  const part = formLikePart(small) ?? { left: 0, top: 0, ...sizeOf(small) };

  const shrink = Math.min(1, (ENLARGEMENT * CROP.height) / part.height);
  const context = createContext(
    Math.max(1, Math.round(shrink * part.width)),
    Math.max(1, Math.round(shrink * part.height)),
  );
  whiten(context);
  context.imageSmoothingQuality = 'high';
  const { width, height } = sizeOf(context);
  context.drawImage(small.canvas, part.left, part.top, part.width, part.height, 0, 0, width, height);
  return toJpeg(context);
}

/** The part of a picture that a form reader would have cut out; undefined where no ink is found. */
function formLikePart(context: CanvasRenderingContext2D): Box | undefined {
  const { width, height } = sizeOf(context);
  const { data } = context.getImageData(0, 0, width, height);
  const shades = new Uint8Array(width * height);
  for (let pixel = 0; pixel < shades.length; pixel++) {
    // ITU-R BT.601
    shades[pixel] = 0.299 * data[4 * pixel]! + 0.587 * data[4 * pixel + 1]! + 0.114 * data[4 * pixel + 2]!;
  }
  const ink = findInk({ width, height, shades });
  if (!ink) return undefined;
  const { scale, x, y } = placeInCrop(ink);
  const left = Math.max(0, -x / scale);
  const top = Math.max(0, -y / scale);
  return {
    left,
    top,
    width: Math.min(width, (CROP.width - x) / scale) - left,
    height: Math.min(height, (CROP.height - y) / scale) - top,
  };
}

/** Transparent pictures are ink on white, as the service takes them, too. */
function whiten(context: CanvasRenderingContext2D): void {
  context.fillStyle = 'white';
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
}

function sizeOf({ canvas }: CanvasRenderingContext2D): { width: number; height: number } {
  return { width: canvas.width, height: canvas.height };
}

/** Makes a picture that somebody brings fit for the service: small ones go as they are, photographs are cut. */
import { createContext, toJpeg } from './canvas.ts';
import { findInk, type GreyPicture } from './find-ink.ts';
import { CROP, placeInCrop } from './form-crop.ts';
import type { Box } from './strokes.ts';
import { MAX_FILE_BYTES, notAPicture, tooLarge } from './trouble.ts';

/** Such a file is taken for a crop already, and sent byte for byte. */
const CROP_SIDE = 400;
const CROP_BYTES = 64 * 1024;
const SENT_AS_THEY_ARE = ['image/jpeg', 'image/png'];

/** Longer side, in pixels, of the copy in which the character is looked for. */
const SEARCH_SIDE = 640;
/** What is cut out is this many times as high as a form's crop, unless the photograph has fewer pixels there. */
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
  const part = formLikePart(bitmap) ?? wholeOf(bitmap);
  return toJpeg(reduce(bitmap, part, (ENLARGEMENT * CROP.height) / part.height));
}

/** The part of a photograph that a form reader would have cut out; undefined where no ink is found. */
function formLikePart(bitmap: ImageBitmap): Box | undefined {
  const copy = reduce(bitmap, wholeOf(bitmap), SEARCH_SIDE / Math.max(bitmap.width, bitmap.height));
  const ink = findInk(greyOf(copy));
  if (!ink) return undefined;
  const across = bitmap.width / copy.canvas.width;
  const down = bitmap.height / copy.canvas.height;
  const { scale, x, y } = placeInCrop({
    left: across * ink.left,
    top: down * ink.top,
    width: across * ink.width,
    height: down * ink.height,
  });
  const left = Math.max(0, -x / scale);
  const top = Math.max(0, -y / scale);
  return {
    left,
    top,
    width: Math.min(bitmap.width, (CROP.width - x) / scale) - left,
    height: Math.min(bitmap.height, (CROP.height - y) / scale) - top,
  };
}

/** A part of a picture at a smaller scale, never at a larger one. */
function reduce(bitmap: ImageBitmap, part: Box, scale: number): CanvasRenderingContext2D {
  const shrink = Math.min(1, scale);
  const context = createContext(
    Math.max(1, Math.round(shrink * part.width)),
    Math.max(1, Math.round(shrink * part.height)),
  );
  const { width, height } = context.canvas;
  // Transparent pictures are ink on white, as the service takes them, too.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, part.left, part.top, part.width, part.height, 0, 0, width, height);
  return context;
}

function greyOf(context: CanvasRenderingContext2D): GreyPicture {
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  const shades = new Uint8Array(width * height);
  for (let pixel = 0; pixel < shades.length; pixel++) {
    // ITU-R BT.601
    shades[pixel] = 0.299 * data[4 * pixel]! + 0.587 * data[4 * pixel + 1]! + 0.114 * data[4 * pixel + 2]!;
  }
  return { width, height, shades };
}

function wholeOf({ width, height }: ImageBitmap): Box {
  return { left: 0, top: 0, width, height };
}

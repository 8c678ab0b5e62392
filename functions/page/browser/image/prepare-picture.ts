/**
 * Prepares a picture for the service. Small JPEGs and PNGs are sent unchanged, and so are TIFFs that the browser cannot open.
 * Other pictures become JPEGs, which are cropped for models with a crop, and otherwise reduced if they are large.
 */
import type { Sample } from '../../../inference/contracts/client.ts';
import { MAX_FILE_BYTES, notAPicture, notOpened, tooLarge } from '../request/trouble.ts';
import { toPicture } from '../result/canvas.ts';
import { cutOut } from './cut-out.ts';
import type { Crop } from './drawing/crop.ts';
import { reduce, wholeOf } from './pixels.ts';

// A JPEG or PNG is sent unchanged if its longer side has at most `side` pixels, and the file at most `bytes` bytes.
/** Limits if the model has a crop. A file within these limits counts as cropped. */
const CROP = { side: 400, bytes: 65_536 };
/**
 * Limits of whole pictures. Most members' inputs are smaller than `side`, and a phone's photograph that is reduced to `side` has
 * about half of `bytes`.
 */
const ANY = { side: 1600, bytes: 1_000_000 };
const SENT_AS_THEY_ARE = ['image/jpeg', 'image/png'];
/** JPEG qualities that are tried in this order while the picture has too many bytes. */
const LOWER_QUALITIES = [0.75, 0.5];
/** Formats that few browsers open, each with a pattern for the file's media type or name. The service decodes TIFF. */
const RARE = { TIFF: /tiff?$/i, HEIC: /hei[cf]$/i };

/**
 * @param crop the crop that the model was trained on, if the model reads ink on paper; undefined for whole pictures
 * @throws {Trouble} if the file is too large, or if the browser cannot open it and it is not a TIFF
 */
export async function preparePicture(file: File, crop: Crop | undefined): Promise<Blob> {
  const bitmap = await openPicture(file).catch((trouble) => {
    if (formatOf(file) !== 'TIFF' || file.size > MAX_FILE_BYTES) throw trouble;
  });
  if (!bitmap) return new Blob([file], { type: 'image/tiff' });
  try {
    const limit = crop ? CROP : ANY;
    const side = Math.max(bitmap.width, bitmap.height);
    const isSmall = side <= limit.side && file.size <= limit.bytes;
    if (isSmall && SENT_AS_THEY_ARE.includes(file.type)) return file;
    const made = crop ? cutOut(bitmap, crop) : reduce(bitmap, wholeOf(bitmap), limit.side / side);
    return await underLimit(made);
  } finally {
    bitmap.close();
  }
}

/** @throws {Trouble} if the file is too large, not a picture, or of a format that the browser does not know */
export async function openPicture(file: File): Promise<ImageBitmap> {
  if (file.size > MAX_FILE_BYTES) throw tooLarge(file.size);
  // Applies the camera's orientation.
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    const format = formatOf(file);
    throw format ? notOpened(format) : notAPicture();
  });
}

function formatOf({ type, name }: File): string | undefined {
  return Object.entries(RARE).find(([, pattern]) => pattern.test(type || name))?.[0];
}

async function underLimit(made: CanvasRenderingContext2D): Promise<Blob> {
  let picture = await toPicture(made);
  for (const quality of LOWER_QUALITIES) {
    if (picture.size > ANY.bytes) picture = await toPicture(made, 'jpeg', quality);
  }
  return picture;
}

export async function sampleOf(making: Promise<Blob>, name: string): Promise<Sample> {
  const picture = await making;
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return { name, label: undefined, mediaType: picture.type, bytes };
}

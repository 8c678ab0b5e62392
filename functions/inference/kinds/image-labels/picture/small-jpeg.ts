/** Decodes the kind of JPEG that nearly every question brings for a fraction of what libvips takes. */
import { toRgb } from './colour.ts';
import { MAX_INPUT_PIXELS, type PictureFormat, type RgbPicture } from './format.ts';
import { readCommonHeader } from './jpeg-header.ts';
import { decodeJpeg } from './libjpeg-turbo.ts';
import { placeOf } from './place.ts';
import { canResize, resize } from './resize/resize.ts';

/** A square of 256: beyond it libvips takes less CPU time, by its vector instructions. */
const MAX_PIXELS = 65_536;

/**
 * Decodes and fits a common JPEG to the very pixels that `decodeAnything` gives, where it is small enough.
 *
 * They differ only where a sample lies more than 384 beyond black or white before it is limited, which no encoder
 * produces: damage that nobody has noticed may look different.
 *
 * @returns undefined for every other picture, good or damaged: libvips decides
 */
export async function decodeSmallJpeg(
  bytes: Uint8Array,
  format: PictureFormat,
): Promise<RgbPicture | undefined> {
  const size = readCommonHeader(bytes);
  if (!size || size.width * size.height > Math.min(MAX_PIXELS, format.maxPixels ?? MAX_INPUT_PIXELS)) {
    return undefined;
  }
  const { columns, rows } = placeOf(size, format);
  if (!canResize(columns) || !canResize(rows)) return undefined;
  const samples = await decodeJpeg(bytes);
  if (!samples) return undefined;
  const isGrey = samples.length === size.width * size.height;
  const pixels = resize(isGrey ? toRgb(samples) : samples, columns, rows);
  return { width: columns.to, height: rows.to, pixels };
}

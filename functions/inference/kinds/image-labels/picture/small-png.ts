/** Decodes plain small PNGs, such as digits are kept as, for a fraction of what libvips takes. */
import { toRgb } from './colour.ts';
import { MAX_INPUT_PIXELS, type PictureFormat, type RgbPicture } from './format.ts';
import { placeOf } from './place.ts';
import { pixelsOf, readCommonPng } from './png-file.ts';
import { canResize, resize } from './resize/resize.ts';

/** A square of 256, as for JPEGs. */
const MAX_PIXELS = 65_536;

/**
 * Decodes and fits a common PNG to the very pixels that `decodeAnything` gives, where it is small enough.
 *
 * Not by a package: those there are inflate whatever a file holds before they look at its size.
 *
 * @returns undefined for every other picture, good or damaged: libvips decides
 */
export function decodeSmallPng(bytes: Uint8Array, format: PictureFormat): RgbPicture | undefined {
  const file = readCommonPng(bytes);
  if (!file) return undefined;
  const { header } = file;
  if (header.width * header.height > Math.min(MAX_PIXELS, format.maxPixels ?? MAX_INPUT_PIXELS)) {
    return undefined;
  }
  const { columns, rows } = placeOf(header, format);
  if (!canResize(columns) || !canResize(rows)) return undefined;
  const samples = pixelsOf(file);
  if (!samples) return undefined;
  const pixels = resize(header.channels === 1 ? toRgb(samples) : samples, columns, rows);
  return { width: columns.to, height: rows.to, pixels };
}

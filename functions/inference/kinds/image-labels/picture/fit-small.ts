/** Fits a small picture on this thread, whatever file it came in. */
import { toRgb } from './colour.ts';
import type { PictureSize } from './file/picture-header.ts';
import type { PictureFormat, RgbPicture } from './format.ts';
import { placeOf } from './place.ts';
import { canResize, resize } from './resize/resize.ts';

/** A square of 256: beyond it libvips takes less CPU time, by its vector instructions. */
export const MAX_SMALL_PIXELS = 65_536;

/**
 * Prepares to fit a picture of this size to the very pixels that `decodeAnything` gives.
 *
 * @returns what makes it of its samples, one or three bytes a pixel; undefined where libvips should do it
 */
export function fitSmall(
  size: PictureSize,
  format: PictureFormat,
): ((samples: Uint8Array) => RgbPicture) | undefined {
  if (size.width * size.height > MAX_SMALL_PIXELS) return undefined;
  const { columns, rows } = placeOf(size, format);
  if (!canResize(columns) || !canResize(rows)) return undefined;
  return (samples) => {
    const isGrey = samples.length === size.width * size.height;
    const pixels = resize(isGrey ? toRgb(samples) : samples, columns, rows);
    return { width: columns.to, height: rows.to, pixels };
  };
}

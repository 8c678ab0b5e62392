/** Fits pixels in the module's memory, whatever file they came from. */
import type { PictureSize } from './file/picture-header.ts';
import type { PictureFormat, RgbPicture } from './format.ts';
import { placeOf } from './place.ts';
import { canResize, resize } from './resize/resize.ts';
import { type PictureModule, take } from './wasm/picture-module.ts';

/** Makes a picture of the pixels at an address, three bytes each. */
export type FitPixels = (module: PictureModule, pixels: number) => RgbPicture;

/**
 * Prepares to fit a picture of this size to the very pixels that `decodeAnything` gives.
 *
 * @returns undefined where libvips should do it
 */
export function fitting(size: PictureSize, format: PictureFormat): FitPixels | undefined {
  const { columns, rows } = placeOf(size, format);
  if (!canResize(columns) || !canResize(rows)) return undefined;
  const { to: width } = columns;
  const { to: height } = rows;
  return (module, pixels) => {
    const fitted = resize(module, pixels, columns, rows);
    return { width, height, pixels: take(module, fitted, 3 * width * height) };
  };
}

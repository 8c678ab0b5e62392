/** Fits pixels in the module's memory, whatever file they came from. */
import type { PictureSize } from './file/picture-header.ts';
import type { PictureFormat, RgbPicture } from './format.ts';
import { placeOf } from './place.ts';
import { type Columns, canResize, neededColumns, resize } from './resize/resize.ts';
import { type PictureModule, take } from './wasm/picture-module.ts';

/** How pixels are fitted. */
export interface Fitting {
  /** The columns of a JPEG that it takes. */
  readonly needed: Columns;
  /** Makes a picture of the pixels at an address, three bytes each. @param held the columns that they are of @default all */
  fit(module: PictureModule, pixels: number, held?: Columns): RgbPicture;
}

/**
 * Prepares to fit a picture of this size to the very pixels that `decodeAnything` gives.
 *
 * @returns undefined where libvips should do it
 */
export function fitting(size: PictureSize, format: PictureFormat): Fitting | undefined {
  const { columns, rows } = placeOf(size, format);
  if (!canResize(columns) || !canResize(rows)) return undefined;
  const { to: width } = columns;
  const { to: height } = rows;
  return {
    needed: neededColumns(columns),
    fit: (module, pixels, held) => {
      const fitted = resize(module, pixels, columns, rows, held);
      return { width, height, pixels: take(module, fitted, 3 * width * height) };
    },
  };
}

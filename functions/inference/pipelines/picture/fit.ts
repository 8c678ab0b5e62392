/** Fits pixels in the module's memory, whatever file they came from. */
import type { PictureSize } from './file/picture-header.ts';
import type { PictureFormat, RgbPicture } from './format.ts';
import { type Columns, canResize, neededColumns, resize } from './resize/resize.ts';
import { type Axis, wholeLength } from './resize/taps.ts';
import { type PictureModule, take } from './wasm/picture-module.ts';

/**
 * Prepares to fit a picture of this size to the very pixels that `decodeAnything` gives.
 *
 * @returns undefined where libvips should do it
 */
export function fitting(size: PictureSize, format: PictureFormat) {
  const { columns, rows } = placeOf(size, format);
  if (!canResize(columns) || !canResize(rows)) return undefined;
  const { to: width } = columns;
  const { to: height } = rows;
  return {
    needed: neededColumns(columns),
    /** Makes a picture of the pixels at an address, three bytes each. @param held the columns that they are of @default all */
    fit: (module: PictureModule, pixels: number, held?: Columns): RgbPicture => {
      const fitted = resize(module, pixels, columns, rows, held);
      return { width, height, pixels: take(module, fitted, 3 * width * height) };
    },
  };
}

/** How each side of a picture is resampled; for `contain`, without its bars. */
export function placeOf(size: PictureSize, { width, height, fit }: PictureFormat) {
  let [across, down] = [size.width / width, size.height / height];
  if (fit !== 'fill') across = down = fit === 'cover' ? Math.min(across, down) : Math.max(across, down);
  return { columns: axis(size.width, across, width), rows: axis(size.height, down, height) };
}

/** What sticks out is cut off at both ends alike; no side shrinks to nothing. */
function axis(from: number, wanted: number, to: number): Axis {
  // Where libvips reduces, it inverts the factor twice, and so rounds it.
  const factor = wanted < 1 ? wanted : 1 / (1 / Math.min(wanted, from));
  const length = wholeLength({ from, factor });
  return length > to
    ? { from, factor, start: (length - to + 1) >> 1, to }
    : { from, factor, start: 0, to: length };
}

/** Puts a picture that is smaller than its format into the middle, on the background. */
export function addBars(picture: RgbPicture, format: PictureFormat): Uint8Array {
  const { width, height, background } = format;
  if (picture.width === width && picture.height === height) return picture.pixels;
  const pixels = Buffer.alloc(3 * width * height, background.slice(1), 'hex');
  const left = (width - picture.width) >> 1;
  const top = (height - picture.height) >> 1;
  const stride = 3 * picture.width;
  for (let row = 0; row < picture.height; row++) {
    const from = row * stride;
    pixels.set(picture.pixels.subarray(from, from + stride), 3 * ((top + row) * width + left));
  }
  return pixels;
}

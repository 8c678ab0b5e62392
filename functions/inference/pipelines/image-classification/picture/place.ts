/** Where a picture comes to lie in its format, to the pixel as sharp decides it. */

import type { PictureSize } from './file/picture-header.ts';
import type { PictureFormat, RgbPicture } from './format.ts';
import { type Axis, wholeLength } from './resize/taps.ts';

/** How each side of a picture is resampled; for `contain`, without its bars. */
export interface Place {
  readonly columns: Axis;
  readonly rows: Axis;
}

export function placeOf(size: PictureSize, format: PictureFormat): Place {
  const columns = size.width / format.width;
  const rows = size.height / format.height;
  if (format.fit === 'fill') {
    return {
      columns: axis(size.width, columns, format.width),
      rows: axis(size.height, rows, format.height),
    };
  }
  const factor = format.fit === 'cover' ? Math.min(columns, rows) : Math.max(columns, rows);
  return { columns: axis(size.width, factor, format.width), rows: axis(size.height, factor, format.height) };
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

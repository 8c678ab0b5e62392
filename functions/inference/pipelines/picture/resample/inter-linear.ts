/**
 * Interpolates pixels as OpenCV's `resize` does by `INTER_LINEAR`: first columns, then rows. Values between the two have seven
 * fractional bits. Detectors can be sensitive to the rounding: with Pillow's, scores of a detector differed by up to 0.03.
 */
import type { PictureSize } from '../file/picture-header.ts';
import { type PictureModule, take } from '../wasm/picture-module.ts';
import type { Taps } from './taps.ts';

/** Where the pixels of an upright picture lie: column x of row y is at `first + x * column + y * row`, in bytes. */
export interface Layout {
  readonly first: number;
  readonly column: number;
  readonly row: number;
}

/** @param orientation of EXIF (version 2.32, 4.6), 1 to 8 @param size of the picture as it is stored */
export function layoutOf(orientation: number, { width, height }: PictureSize): Layout {
  const isFromRight = [2, 3, 7, 8].includes(orientation);
  const isFromBelow = [3, 4, 6, 7].includes(orientation);
  const first = 3 * ((isFromRight ? width - 1 : 0) + (isFromBelow ? width * (height - 1) : 0));
  const across = isFromRight ? -3 : 3;
  const down = isFromBelow ? -3 * width : 3 * width;
  return orientation < 5 ? { first, column: across, row: down } : { first, column: down, row: across };
}

/** Numbers in `pairs` for a sample of two points; the first two are their weights, of 11 bits. */
const PAIRS = 8;

/** @returns three bytes for each new pixel, row by row */
export function interLinear(
  module: PictureModule,
  pixels: Uint8Array | number,
  { first, column, row }: Layout,
  columns: Taps,
  { starts, points, pairs }: Taps,
): Uint8Array {
  const length = 3 * columns.starts.length;
  let [upper, lower] = [module.allocate(2 * length), module.allocate(2 * length)];
  const result = module.allocate(length * starts.length);
  // Views of the memory are made after it has grown for the last time.
  const { buffer } = module.memory;
  const source = typeof pixels === 'number' ? new Uint8Array(buffer, pixels) : pixels;
  const interpolate = (from: number, to: number) =>
    interpolateColumns(source, first + from * row, column, columns, new Int16Array(buffer, to, length));
  let below = -1;
  for (const [to, start] of starts.entries()) {
    // In an enlarged picture, neighbouring rows lie between the same two rows, and the next ones share one of these two.
    if (to === 0 || start !== starts[to - 1]) {
      if (start === below) [upper, lower] = [lower, upper];
      else interpolate(start, upper);
      below = start + points - 1;
      interpolate(below, lower);
    }
    const [one, two] = [pairs[PAIRS * to]!, pairs[PAIRS * to + 1]!];
    module.interpolate_rows(upper, lower, length, one, two, result + to * length);
  }
  return take(module, result, length * starts.length);
}

/** @param first position of a row's first column @param column bytes from one column to the next */
function interpolateColumns(
  pixels: Uint8Array,
  first: number,
  column: number,
  { starts, points, pairs }: Taps,
  result: Int16Array,
): void {
  // V8 would check the length of the array again for each pixel.
  const { length } = starts;
  for (let to = 0; to < length; to++) {
    const from = first + starts[to]! * column;
    const next = from + (points - 1) * column;
    const one = pairs[PAIRS * to]!;
    const two = pairs[PAIRS * to + 1]!;
    // A loop over the three colours takes twice the time.
    result[3 * to] = (pixels[from]! * one + pixels[next]! * two) >> 4;
    result[3 * to + 1] = (pixels[from + 1]! * one + pixels[next + 1]! * two) >> 4;
    result[3 * to + 2] = (pixels[from + 2]! * one + pixels[next + 2]! * two) >> 4;
  }
}

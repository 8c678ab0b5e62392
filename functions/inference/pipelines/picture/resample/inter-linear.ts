/**
 * Interpolates pixels as OpenCV's `resize` does by `INTER_LINEAR`: first columns, then rows. Values between the two have seven
 * fractional bits. Detectors can be sensitive to the rounding: with Pillow's, scores of a detector differed by up to 0.03.
 */
import type { PictureSize } from '../file/picture-header.ts';
import { type PictureModule, put, take } from '../wasm/picture-module.ts';
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
  const width = columns.starts.length;
  const length = 3 * width;
  let [upper, lower] = [module.allocate(2 * length), module.allocate(2 * length)];
  const result = module.allocate(length * starts.length);
  /** Where a row has the two points of each new pixel, in bytes. */
  const offsets = Int32Array.from({ length: 2 * width }, (_, place) => {
    const point = columns.starts[place >> 1]! + (place & 1) * (columns.points - 1);
    return point * column;
  });
  const weights = put(module, columns.pairs);
  const inModule = put(module, typeof pixels === 'number' ? offsets : offsets.map((_, place) => 3 * place));
  const gathered = module.allocate(2 * length);
  // A view of the memory is made after it has grown for the last time.
  const copied = new Uint8Array(module.memory.buffer, gathered, 2 * length);
  const interpolate = (from: number, to: number) => {
    const start = first + from * row;
    if (typeof pixels !== 'number') gather(pixels, start, offsets, copied);
    const source = typeof pixels === 'number' ? pixels + start : gathered;
    module.interpolate_columns(source, inModule, weights, width, to);
  };
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

/** Copies the pixels at these offsets from the first pixel of a row, because the whole picture may be too large for the module. */
function gather(pixels: Uint8Array, first: number, offsets: Int32Array, copied: Uint8Array): void {
  // V8 would check the length of the array again for each pixel.
  const { length } = offsets;
  for (let place = 0; place < length; place++) {
    const from = first + offsets[place]!;
    copied[3 * place] = pixels[from]!;
    copied[3 * place + 1] = pixels[from + 1]!;
    copied[3 * place + 2] = pixels[from + 2]!;
  }
}

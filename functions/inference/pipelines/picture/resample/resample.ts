/** Resamples pixels as Pillow does, exactly, or as OpenCV does, to within 1 of 255: first horizontally, then vertically. */
import type { PictureSize } from '../file/picture-header.ts';
import { type PictureModule, type PlacedTaps, put, take } from '../wasm/picture-module.ts';
import { type Axis, type Resampling, type Taps, tapsOf } from './taps.ts';

export interface Placing {
  readonly columns: Axis;
  readonly rows: Axis;
  readonly resampling: Resampling;
}

/** Some columns of a picture, three bytes per pixel, row by row: an array, or an address in the module's memory. */
export interface Pixels {
  readonly pixels: Uint8Array | number;
  readonly left: number;
  readonly count: number;
  /** Only for `inter_linear`. @default upright */
  readonly layout?: Layout;
}

/** Limit of the bytes that are copied into the module at once, unless a single row is longer. */
const STRIP_BYTES = 1_000_000;

/**
 * Resamples a picture in the memory of this process or of the module. Pillow's filters round to 8 bits between columns and rows.
 * @returns `rows.kept × columns.kept × 3` bytes
 */
export function resample(
  module: PictureModule,
  { pixels, left, count, layout = { first: -3 * left, column: 3, row: 3 * count } }: Pixels,
  placing: Placing,
): Uint8Array {
  const across = tapsOf(placing.columns, placing.resampling);
  const down = tapsOf(placing.rows, placing.resampling);
  if (placing.resampling === 'inter_linear') return interLinear(module, pixels, layout, across, down);
  const [width, height] = [placing.columns.kept, placing.rows.kept];
  // Columns are resampled only in those rows of the picture from which new rows are computed.
  const { first, end } = span(down);
  const columns = [width, ...placed(module, across, left)] as const;
  const resampled = module.allocate(3 * width * (end - first));
  const stride = 3 * count;
  const rowsAtOnce = typeof pixels === 'number' ? end - first : Math.max(1, Math.floor(STRIP_BYTES / stride));
  const strip =
    typeof pixels === 'number'
      ? pixels + first * stride
      : module.allocate(stride * Math.min(rowsAtOnce, end - first));
  for (let row = first; row < end; row += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, end - row);
    if (typeof pixels !== 'number') {
      const part = pixels.subarray(row * stride, (row + rows) * stride);
      new Uint8Array(module.memory.buffer).set(part, strip);
    }
    module.resample_columns(strip, count, rows, resampled + 3 * width * (row - first), ...columns);
  }
  const result = module.resample_rows(resampled, 3 * width, height, ...placed(module, down, first));
  return take(module, result, 3 * width * height);
}

/** The range of old samples that new ones need: the first, and the one after the last. */
export function span({ starts, points }: Taps) {
  return { first: starts[0]!, end: starts.at(-1)! + points };
}

/** @param before number of old samples left out at the beginning */
function placed(module: PictureModule, { points, starts, pairs }: Taps, before: number): PlacedTaps {
  return [
    points,
    put(module, before === 0 ? starts : starts.map((start) => start - before)),
    put(module, pairs),
  ];
}

/** Where the pixels of an upright picture lie: column x of row y is at `first + x * column + y * row`, in bytes. */
interface Layout {
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

/** Count of the numbers in `pairs` for each new sample. The first two are the 11-bit weights of the sample's two points. */
const PAIRS = 8;

/**
 * Interpolates pixels as OpenCV's `resize` does by `INTER_LINEAR`. Interpolated columns have seven fractional bits. Detectors
 * can be sensitive to the rounding: with Pillow's rounding, scores of a detector differed by up to 0.03.
 * @returns three bytes for each new pixel, row by row
 */
function interLinear(
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
  /** Offsets in bytes, within a row, of the two points of each new pixel. */
  const offsets = Int32Array.from({ length: 2 * width }, (_, index) => {
    const point = columns.starts[index >> 1]! + (index & 1) * (columns.points - 1);
    return point * column;
  });
  const weights = put(module, columns.pairs);
  const inModule = put(module, typeof pixels === 'number' ? offsets : offsets.map((_, index) => 3 * index));
  const gathered = module.allocate(2 * length);
  // This view is made after the memory has grown for the last time, because growing invalidates views.
  const copied = new Uint8Array(module.memory.buffer, gathered, 2 * length);
  const interpolate = (from: number, to: number) => {
    const start = first + from * row;
    if (typeof pixels !== 'number') gather(pixels, start, offsets, copied);
    const source = typeof pixels === 'number' ? pixels + start : gathered;
    module.interpolate_columns(source, inModule, weights, width, to);
  };
  let below = -1;
  for (const [to, start] of starts.entries()) {
    // In an enlarged picture, several new rows lie between the same two old rows, and the next new rows share one of these.
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

/** Copies only the needed pixels of a row, because the whole picture may be too large for the module. */
function gather(pixels: Uint8Array, first: number, offsets: Int32Array, copied: Uint8Array): void {
  // Read before the loop, because V8 would otherwise check the array's length again for each pixel.
  const { length } = offsets;
  for (let index = 0; index < length; index++) {
    const from = first + offsets[index]!;
    copied[3 * index] = pixels[from]!;
    copied[3 * index + 1] = pixels[from + 1]!;
    copied[3 * index + 2] = pixels[from + 2]!;
  }
}

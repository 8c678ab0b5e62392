/** Resamples pixels exactly as Pillow does: first columns, then rows, with eight bits between. `inter_linear` is OpenCV's. */
import { type PictureModule, type PlacedTaps, put, take } from '../wasm/picture-module.ts';
import { interLinear, type Layout } from './inter-linear.ts';
import { type Axis, type Resampling, type Taps, tapsOf } from './taps.ts';

/** How both sides of a picture are resampled. */
export interface Placing {
  readonly columns: Axis;
  readonly rows: Axis;
  readonly resampling: Resampling;
}

/** Some columns of a picture, three bytes per pixel, row by row: in this process's memory, or at an address of the module. */
export interface Pixels {
  readonly pixels: Uint8Array | number;
  readonly left: number;
  readonly count: number;
  /** Only for `inter_linear`. @default upright */
  readonly layout?: Layout;
}

/** Bytes that are copied into the module at once. */
const STRIP_BYTES = 1_000_000;

/** Resamples a picture in this process's memory or in the module. @returns `rows.to × columns.to × 3` bytes */
export function resample(
  module: PictureModule,
  { pixels, left, count, layout = { first: -3 * left, column: 3, row: 3 * count } }: Pixels,
  placing: Placing,
): Uint8Array {
  const across = tapsOf(placing.columns, placing.resampling);
  const down = tapsOf(placing.rows, placing.resampling);
  if (placing.resampling === 'inter_linear') return interLinear(module, pixels, layout, across, down);
  const [width, height] = [placing.columns.to, placing.rows.to];
  // Rows that no new row needs are not resampled.
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

/** Resampling pixels to the bit as libvips does it, for pictures of about the format's size. */
import { type PictureModule, put } from '../wasm/picture-module.ts';
import { type Axis, enlargingTaps, reducingTaps, type Taps, wholeLength } from './taps.ts';

/** From here on libvips averages whole pixels before it reduces. */
const MAX_REDUCTION = 4;

export interface Columns {
  readonly left: number;
  readonly count: number;
}

/** Blocks of a JPEG begin at every multiple of it, however its colours are sampled. */
const BLOCKS = 32;
/** Colours are smoothed across their neighbours: so far from an edge, none is off. */
const MARGIN = 8;

/** The old columns that a JPEG must be decoded to, so that `resize` finds all that it takes. */
export function neededColumns(columns: Axis): Columns {
  if (columns.factor <= 1) return { left: 0, count: columns.from };
  const { starts, points } = reducingTaps(columns);
  const first = Math.max(0, starts[0]! - MARGIN);
  const left = first - (first % BLOCKS);
  return { left, count: Math.min(columns.from, starts.at(-1)! + points + MARGIN) - left };
}

export function canResize(axis: Axis): boolean {
  return axis.from > 0 && axis.from < MAX_REDUCTION * wholeLength(axis);
}

/**
 * Resamples pixels in the module (three bytes each, row by row); both sides must satisfy `canResize`.
 *
 * @param held the columns that the pixels are of: all, or those of `neededColumns`
 * @returns the address of `rows.to × columns.to × 3` bytes
 */
export function resize(
  module: PictureModule,
  pixels: number,
  columns: Axis,
  rows: Axis,
  held: Columns = { left: 0, count: columns.from },
): number {
  let [at, across, down] = [pixels, columns, rows];
  if (rows.factor > 1) {
    at = module.reduce_rows(at, 3 * held.count, rows.to, ...placed(module, reducingTaps(rows)));
    down = asItIs(rows.to);
  }
  if (columns.factor > 1) {
    const { starts, ...taps } = reducingTaps(columns);
    const within = placed(module, { ...taps, starts: starts.map((start) => start - held.left) });
    at = module.reduce_columns(at, held.count, down.from, columns.to, ...within);
    across = asItIs(columns.to);
  }
  // libvips enlarges both ways at once, and moves by half a pixel even the side that stays as long as it is.
  if (across.factor < 1 || down.factor < 1) return enlarge(module, at, across, down);
  return across.to < across.from || down.to < down.from ? crop(module, at, across, down) : at;
}

function asItIs(length: number): Axis {
  return { from: length, factor: 1, start: 0, to: length };
}

/** More columns first; their sums are not limited before the rows have been stretched, too. */
function enlarge(module: PictureModule, pixels: number, columns: Axis, rows: Axis): number {
  const across = placed(module, enlargingTaps(columns));
  const samples = module.enlarge_columns(pixels, columns.from, rows.from, columns.to, ...across);
  return module.enlarge_rows(samples, 3 * columns.to, rows.to, ...placed(module, enlargingTaps(rows)));
}

function placed(
  module: PictureModule,
  { points, starts, weights }: Taps,
): [points: number, starts: number, weights: number] {
  return [points, put(module, starts), put(module, weights)];
}

function crop(module: PictureModule, pixels: number, columns: Axis, rows: Axis): number {
  const stride = 3 * columns.to;
  const result = module.allocate(stride * rows.to);
  const bytes = new Uint8Array(module.memory.buffer);
  for (let row = 0; row < rows.to; row++) {
    const from = pixels + 3 * ((rows.start + row) * columns.from + columns.start);
    bytes.copyWithin(result + row * stride, from, from + stride);
  }
  return result;
}

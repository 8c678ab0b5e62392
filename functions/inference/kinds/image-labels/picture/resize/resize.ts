/** Resampling pixels to the bit as libvips does it, for pictures of about the format's size. */
import { enlarge } from './enlarge.ts';
import { reduceColumns, reduceRows } from './reduce.ts';
import { type Axis, wholeLength } from './taps.ts';

/** From here on libvips averages whole pixels before it reduces. */
const MAX_REDUCTION = 4;

/** Whether `resize` can resample a side like this. */
export function canResize(axis: Axis): boolean {
  return axis.from > 0 && axis.from < MAX_REDUCTION * wholeLength(axis);
}

/**
 * Resamples pixels (three bytes each, row by row); both sides must satisfy `canResize`.
 *
 * @returns `rows.to × columns.to × 3` bytes
 */
export function resize(pixels: Uint8Array, columns: Axis, rows: Axis): Uint8Array {
  let [result, across, down] = [pixels, columns, rows];
  if (rows.factor > 1) {
    result = reduceRows(result, 3 * columns.from, rows);
    down = asItIs(rows.to);
  }
  if (columns.factor > 1) {
    result = reduceColumns(result, columns);
    across = asItIs(columns.to);
  }
  // libvips enlarges both ways at once, and moves by half a pixel even the side that stays as long as it is.
  if (across.factor < 1 || down.factor < 1) return enlarge(result, across, down);
  return across.to < across.from || down.to < down.from ? crop(result, across, down) : result;
}

function asItIs(length: number): Axis {
  return { from: length, factor: 1, start: 0, to: length };
}

function crop(pixels: Uint8Array, columns: Axis, rows: Axis): Uint8Array {
  const stride = 3 * columns.to;
  const result = new Uint8Array(stride * rows.to);
  for (let row = 0; row < rows.to; row++) {
    const from = 3 * ((rows.start + row) * columns.from + columns.start);
    result.set(pixels.subarray(from, from + stride), row * stride);
  }
  return result;
}

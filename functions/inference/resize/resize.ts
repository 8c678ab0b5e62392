/** Stretching pixels to the grid, to the bit as sharp does it, for pictures of about the grid's size. */
import type { PixelGrid } from '../image.ts';
import { enlarge } from './enlarge.ts';
import { canReduce, reduceColumns, reduceRows } from './reduce.ts';

/** Whether `resize` can bring a side of `from` pixels to `to`. */
export function canResize(from: number, to: number): boolean {
  return from > 0 && (from <= to || canReduce(from, to));
}

/** Pixels (three bytes each, row by row) stretched to the grid; both sides must satisfy `canResize`. */
export function resize(pixels: Uint8Array, width: number, height: number, grid: PixelGrid): Uint8Array {
  let [result, columns, rows] = [pixels, width, height];
  if (rows > grid.height) {
    result = reduceRows(result, 3 * columns, grid.height);
    rows = grid.height;
  }
  if (columns > grid.width) {
    result = reduceColumns(result, columns, grid.width);
    columns = grid.width;
  }
  return columns < grid.width || rows < grid.height ? enlarge(result, columns, rows, grid) : result;
}

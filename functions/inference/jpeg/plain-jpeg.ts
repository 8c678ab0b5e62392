/** Decodes the kind of JPEG that nearly every question brings, on this thread, for a fraction of the usual cost. */
import type { PixelGrid } from '../image.ts';
import { canResize, resize } from '../resize/resize.ts';
import { toRgb } from './colour.ts';
import { readHeaders } from './headers.ts';
import { decodeScan } from './scan.ts';

/** libjpeg enlarges the chrominance of narrower pictures in another way. */
const MIN_WIDTH = 6;

/**
 * Decodes a baseline 4:2:0 JPEG of less than twice the grid's size, to the very pixels that sharp gives.
 *
 * @returns undefined for every other picture, good or damaged: sharp decides
 */
export function decodePlainJpeg(bytes: Uint8Array, grid: PixelGrid): Uint8Array | undefined {
  const headers = readHeaders(bytes);
  if (!headers) return undefined;
  const { width, height } = headers;
  if (width < MIN_WIDTH || !canResize(width, grid.width) || !canResize(height, grid.height)) return undefined;
  const planes = decodeScan(bytes, headers);
  return planes && resize(toRgb(planes, width, height), width, height, grid);
}

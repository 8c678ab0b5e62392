/** By how much a JPEG shrinks while it is decoded, as sharp decides it without `fastShrinkOnLoad`. */
import type { PictureSize } from './file/picture-header.ts';
import type { PictureFormat } from './format.ts';

/** What the kernel is left to reduce by, at least. */
const LEFT_FOR_KERNEL = 2;
const DENOMINATORS = [8, 4, 2] as const;

/** @returns 1, 2, 4 or 8 */
export function shrinkOnLoad({ width, height }: PictureSize, format: PictureFormat): number {
  const columns = width / format.width;
  const rows = height / format.height;
  // No side shrinks to nothing.
  const factor = Math.min(
    format.fit === 'contain' ? Math.max(columns, rows) : Math.min(columns, rows),
    width,
    height,
  );
  return DENOMINATORS.find((denominator) => factor >= LEFT_FOR_KERNEL * denominator) ?? 1;
}

/** The size of a picture that was decoded so many times smaller. */
export function shrunk({ width, height }: PictureSize, denominator: number): PictureSize {
  return { width: Math.floor(width / denominator), height: Math.floor(height / denominator) };
}

/** Decodes the most common kind of JPEG on this thread, in less than half of libvips' time. */
import type { PictureHeader } from './file/picture-header.ts';
import { span } from './resample/resample.ts';
import { type Axis, type Resampling, tapsOf } from './resample/taps.ts';
import { type PictureModule, put } from './wasm/picture-module.ts';

/** Larger pictures would block this thread for more than 50 ms. */
export const MAX_JPEG_PIXELS = 4_000_000;

/** Blocks of a JPEG begin at multiples of this, with any subsampling. */
const BLOCKS = 32;
/** Margin in pixels, because colours are smoothed across their neighbours. */
const MARGIN = 8;

/** Decodes within a module. @returns the columns that the picture needs, and the address of their pixels */
export function decodeJpeg(
  module: PictureModule,
  bytes: Uint8Array,
  { width, height }: PictureHeader,
  columns: Axis,
  resampling: Resampling,
) {
  const { first, end } = span(tapsOf(columns, resampling));
  const before = Math.max(0, first - MARGIN);
  const left = before - (before % BLOCKS);
  const count = Math.min(width, end + MARGIN) - left;
  return { left, count, pixels: module.decode(put(module, bytes), bytes.length, width, height, left, count) };
}

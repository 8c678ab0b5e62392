/** Decodes the kind of JPEG that nearly every request brings on this thread, for less than half of what libvips takes. */
import type { JpegHeader } from './file/picture-header.ts';
import { span } from './resample/resample.ts';
import { type Axis, type Resampling, tapsOf } from './resample/taps.ts';
import { type PictureModule, put } from './wasm/picture-module.ts';

/** Beyond it this thread would be busy for longer than 50 ms. */
const MAX_PIXELS = 4_000_000;

export function isSmallCommon({ isCommon, width, height }: JpegHeader): boolean {
  return isCommon && width * height <= MAX_PIXELS;
}

/** Blocks of a JPEG begin at every multiple of it, however its colours are sampled. */
const BLOCKS = 32;
/** Colours are smoothed across their neighbours: so far from an edge, none is off. */
const MARGIN = 8;

/** Decodes within a module. @returns the columns that a picture is made of, and their pixels' address */
export function decodeJpeg(
  module: PictureModule,
  bytes: Uint8Array,
  { width, height }: JpegHeader,
  columns: Axis,
  resampling: Resampling,
) {
  const { first, end } = span(tapsOf(columns, resampling));
  const before = Math.max(0, first - MARGIN);
  const left = before - (before % BLOCKS);
  const count = Math.min(width, end + MARGIN) - left;
  return { left, count, pixels: module.decode(put(module, bytes), bytes.length, width, height, left, count) };
}

/** Decodes plain small PNGs, such as digits are kept as, for a fraction of what libvips takes. */

import { toRgb } from './colour.ts';
import { pixelsOf, readCommonPng } from './file/png-file.ts';
import { fitting } from './fit.ts';
import type { PictureFormat, RgbPicture } from './format.ts';
import { inModule, put } from './wasm/picture-module.ts';

/** A square of 256: beyond it libvips takes less CPU time, by its vector instructions. */
const MAX_PIXELS = 65_536;

/**
 * Decodes and fits a common PNG to the very pixels that `decodeAnything` gives, where it is small enough.
 *
 * No package does this: the available ones inflate a file before they check its size.
 *
 * @returns undefined for every other picture, good or damaged: libvips decides
 */
export async function decodeSmallPng(
  bytes: Uint8Array,
  format: PictureFormat,
): Promise<RgbPicture | undefined> {
  const file = readCommonPng(bytes);
  if (!file || file.header.width * file.header.height > MAX_PIXELS) return undefined;
  const fitted = fitting(file.header, format);
  const samples = fitted && pixelsOf(file);
  if (!samples) return undefined;
  const pixels = file.header.channels === 1 ? toRgb(samples) : samples;
  return await inModule((module) => fitted.fit(module, put(module, pixels)));
}

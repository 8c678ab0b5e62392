/** Decodes plain small PNGs, such as digits are kept as, for a fraction of what libvips takes. */

import { pixelsOf, readCommonPng } from './file/png-file.ts';
import { fitSmall } from './fit-small.ts';
import type { PictureFormat, RgbPicture } from './format.ts';

/**
 * Decodes and fits a common PNG to the very pixels that `decodeAnything` gives, where it is small enough.
 *
 * Not by a package: those there are inflate whatever a file holds before they look at its size.
 *
 * @returns undefined for every other picture, good or damaged: libvips decides
 */
export function decodeSmallPng(bytes: Uint8Array, format: PictureFormat): RgbPicture | undefined {
  const file = readCommonPng(bytes);
  const fitSamples = file && fitSmall(file.header, format);
  const samples = fitSamples && pixelsOf(file);
  return samples && fitSamples(samples);
}

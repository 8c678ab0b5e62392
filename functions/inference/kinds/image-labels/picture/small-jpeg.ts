/** Decodes the kind of JPEG that nearly every question brings for a fraction of what libvips takes. */
import { fitSmall } from './fit-small.ts';
import type { PictureFormat, RgbPicture } from './format.ts';
import { readCommonHeader } from './jpeg-header.ts';
import { decodeJpeg } from './libjpeg-turbo.ts';

/**
 * Decodes and fits a common JPEG to the very pixels that `decodeAnything` gives, where it is small enough.
 *
 * They differ only where a sample lies more than 384 beyond black or white before it is limited, which no encoder
 * produces: damage that nobody has noticed may look different.
 *
 * @returns undefined for every other picture, good or damaged: libvips decides
 */
export async function decodeSmallJpeg(
  bytes: Uint8Array,
  format: PictureFormat,
): Promise<RgbPicture | undefined> {
  const size = readCommonHeader(bytes);
  const fitSamples = size && fitSmall(size, format);
  const samples = fitSamples && (await decodeJpeg(bytes));
  return samples && fitSamples(samples);
}

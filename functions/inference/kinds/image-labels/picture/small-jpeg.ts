/** Decodes the kind of JPEG that nearly every question brings for a fraction of what libvips takes. */
import { readJpegHeader } from './file/jpeg-header.ts';
import type { JpegHeader } from './file/picture-header.ts';
import { fitSmall } from './fit-small.ts';
import type { PictureFormat, RgbPicture } from './format.ts';
import { decodeJpeg } from './libjpeg-turbo.ts';

/**
 * Decodes and fits a common JPEG to the very pixels that `decodeAnything` gives, where it is small enough.
 *
 * They differ only where a sample lies more than 384 beyond black or white before it is limited, which no encoder
 * produces: damage that nobody has noticed may look different.
 *
 * @param header what it says, where that has been read already
 * @returns undefined for every other picture, good or damaged: libvips decides
 */
export async function decodeSmallJpeg(
  bytes: Uint8Array,
  format: PictureFormat,
  header: JpegHeader | undefined = readJpegHeader(bytes),
): Promise<RgbPicture | undefined> {
  const fitSamples = header?.isCommon ? fitSmall(header, format) : undefined;
  const samples = fitSamples && (await decodeJpeg(bytes));
  return samples && fitSamples(samples);
}

/** Decodes the kind of JPEG that nearly every request brings for a fraction of what libvips takes. */
import { readJpegHeader } from './file/jpeg-header.ts';
import type { JpegHeader } from './file/picture-header.ts';
import { fitting } from './fit.ts';
import type { PictureFormat, RgbPicture } from './format.ts';
import { shrinkOnLoad, shrunk } from './shrink-on-load.ts';
import { inModule, put } from './wasm/picture-module.ts';

/** Beyond it libvips takes hardly more CPU time, and this thread would be busy for longer than 20 ms. */
const MAX_PIXELS = 4_000_000;

/**
 * Decodes and fits a common JPEG to the very pixels that `decodeAnything` gives. Damage that nobody has noticed may look
 * different on other processors than x86: there libvips limits otherwise what lies far beyond black or white.
 *
 * @param header what it says, where that has been read already
 * @returns undefined for every other picture, good or damaged: libvips decides
 */
export async function decodeCommonJpeg(
  bytes: Uint8Array,
  format: PictureFormat,
  header: JpegHeader | undefined = readJpegHeader(bytes),
): Promise<RgbPicture | undefined> {
  if (!header?.isCommon || header.width * header.height > MAX_PIXELS) return undefined;
  const denominator = shrinkOnLoad(header, format);
  const fitted = fitting(shrunk(header, denominator), format);
  if (!fitted) return undefined;
  const { width, height } = header;
  const { needed } = fitted;
  return await inModule((module) => {
    const file = put(module, bytes);
    const { left, count } = needed;
    const pixels = module.decode(file, bytes.length, width, height, denominator, left, count);
    return fitted.fit(module, pixels, needed);
  });
}

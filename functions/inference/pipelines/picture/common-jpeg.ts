/** Decodes the kind of JPEG that nearly every request brings for a fraction of what libvips takes. */
import { readJpegHeader } from './file/jpeg-header.ts';
import type { JpegHeader, PictureSize } from './file/picture-header.ts';
import { fitting } from './fit.ts';
import type { PictureFormat, RgbPicture } from './format.ts';
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

/** What the kernel is left to reduce by, at least. */
const LEFT_FOR_KERNEL = 2;
const DENOMINATORS = [8, 4, 2] as const;

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

export function shrunk({ width, height }: PictureSize, denominator: number): PictureSize {
  return { width: Math.floor(width / denominator), height: Math.floor(height / denominator) };
}

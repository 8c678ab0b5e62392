/** Decoding: bytes of an untrusted picture to the pixels that the members take. */
import { toLuma } from './colour.ts';
import { decodeCommonJpeg } from './common-jpeg.ts';
import type { PictureHeader } from './file/picture-header.ts';
import { readHeader } from './file/read-header.ts';
import type { PictureFormat, RgbPicture } from './format.ts';
import { decodeAnything } from './libvips.ts';
import { requireWithinLimits } from './limits.ts';
import { addBars } from './place.ts';
import { decodeSmallPng } from './small-png.ts';

export { MAX_INPUT_PIXELS, type PictureFormat } from './format.ts';

/**
 * Decodes a JPEG, PNG or WebP to `height × width × channels` bytes, row by row: three channels, or one for `grey`.
 *
 * A photograph is turned the way it was held, and then fitted. Training reads its pictures through this very
 * function, so the members see the same resampling in both places.
 *
 * @throws {Problem} `image-format`, `image-too-many-pixels` or `image-unreadable`
 */
export async function decodePicture(bytes: Uint8Array, format: PictureFormat): Promise<Uint8Array> {
  const header = readHeader(bytes);
  requireWithinLimits(header, format);
  const small = await decodeSmall(bytes, header, format);
  const pixels = addBars(small ?? (await decodeAnything(bytes, format, header)), format);
  return format.colour === 'grey' ? toLuma(pixels) : pixels;
}

/** On this thread, where the picture is plain and small enough. */
function decodeSmall(
  bytes: Uint8Array,
  header: PictureHeader,
  format: PictureFormat,
): Promise<RgbPicture | undefined> | RgbPicture | undefined {
  if (header.type === 'jpeg') return decodeCommonJpeg(bytes, format, header);
  return header.type === 'png' ? decodeSmallPng(bytes, format) : undefined;
}

/** Decoding: bytes of an untrusted picture to the pixels that the members take. */
import { Problem } from '../../../service/problems.ts';
import { toLuma } from './colour.ts';
import type { PictureFormat } from './format.ts';
import { hasTooManyScans, MAX_SCANS } from './jpeg-header.ts';
import { decodeAnything } from './libvips.ts';
import { addBars } from './place.ts';
import { decodeSmallJpeg } from './small-jpeg.ts';
import { decodeSmallPng } from './small-png.ts';

export { MAX_INPUT_PIXELS, type PictureFormat } from './format.ts';

const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Decodes a JPEG or PNG to `height × width × channels` bytes, row by row: three channels, or one for `grey`.
 *
 * A photograph is turned the way it was held, and then fitted. Training reads its pictures through this very
 * function, so the members see the same resampling in both places.
 *
 * @throws {Problem} `image-format`, `image-too-many-pixels` or `image-unreadable`
 */
export async function decodePicture(bytes: Uint8Array, format: PictureFormat): Promise<Uint8Array> {
  const isJpeg = startsWith(bytes, JPEG_SIGNATURE);
  if (!isJpeg && !startsWith(bytes, PNG_SIGNATURE)) {
    throw new Problem('image-format', 'The image must be a JPEG or PNG file.');
  }
  if (isJpeg && hasTooManyScans(bytes)) {
    throw new Problem('image-unreadable', `The JPEG must have at most ${MAX_SCANS} scans.`);
  }
  const fast = isJpeg ? await decodeSmallJpeg(bytes, format) : decodeSmallPng(bytes, format);
  const pixels = addBars(fast ?? (await decodeAnything(bytes, format)), format);
  return format.colour === 'grey' ? toLuma(pixels) : pixels;
}

function startsWith(bytes: Uint8Array, signature: Buffer): boolean {
  return signature.equals(bytes.subarray(0, signature.length));
}

/** Decoding: bytes of an untrusted picture to the pixels that the members take. */
import { toLuma } from './colour.ts';
import { decodeCommonJpeg } from './common-jpeg.ts';
import { readHeader } from './file/read-header.ts';
import { addBars } from './fit.ts';
import { type PictureFormat, requireWithinLimits } from './format.ts';
import { decodeAnything } from './libvips.ts';
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
  // On this thread, where the picture is plain and small enough.
  const small =
    header.type === 'jpeg'
      ? await decodeCommonJpeg(bytes, format, header)
      : header.type === 'png' && (await decodeSmallPng(bytes, format, header));
  const pixels = addBars(small || (await decodeAnything(bytes, format, header)), format);
  return format.colour === 'grey' ? toLuma(pixels) : pixels;
}

/** A grey square of 16 × 16 pixels. */
const PICTURE =
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01' +
  'T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA' +
  'AAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKgA/9k=';

/** Pixels of a frame beyond which members take photographs, not pictures that are cut out or drawn. */
const PHOTOGRAPH = 128 * 128;

/** Opens libvips, too, which takes 90 ms and 24 MB, only where photographs are expected: of those it decodes the large. */
export async function warmUpDecoder(format: PictureFormat): Promise<void> {
  const picture = Buffer.from(PICTURE, 'base64');
  await decodePicture(picture, format);
  if (format.width * format.height > PHOTOGRAPH) await decodeAnything(picture, format);
}

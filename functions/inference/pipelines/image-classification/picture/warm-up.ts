/** Decodes once before the first request, which would otherwise wait for the codec to open and to be compiled. */
import { decodePicture } from './decode.ts';
import type { PictureFormat } from './format.ts';
import { decodeAnything } from './libvips.ts';

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

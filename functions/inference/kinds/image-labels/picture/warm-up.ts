/** Decodes once before the first question, which would otherwise wait for the codec to open and to be compiled. */
import { decodePicture } from './decode.ts';
import { MAX_SMALL_PIXELS } from './fit-small.ts';
import { MAX_INPUT_PIXELS, type PictureFormat } from './format.ts';
import { decodeAnything } from './libvips.ts';

/** A grey square of 16 × 16 pixels. */
const PICTURE =
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01' +
  'T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA' +
  'AAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKgA/9k=';

/** How many times the pixels of its frame a photograph has at least, as a rule: twice as wide and twice as high. */
const PIXELS_OF_PHOTOGRAPH = 4;

export async function warmUpDecoder(format: PictureFormat): Promise<void> {
  const picture = Buffer.from(PICTURE, 'base64');
  await decodePicture(picture, format);
  if (takesPhotographs(format)) await decodeAnything(picture, format);
}

/** Whether pictures are expected that libvips decodes, which takes 90 ms and 24 MB to open. */
function takesPhotographs({ width, height, maxPixels = MAX_INPUT_PIXELS }: PictureFormat): boolean {
  return PIXELS_OF_PHOTOGRAPH * width * height > MAX_SMALL_PIXELS || maxPixels > MAX_INPUT_PIXELS;
}

/** Decodes once before the first question, which would otherwise wait for the codec to open and to be compiled. */
import { decodePicture, type PictureFormat } from './decode.ts';

/** A grey square of 16 × 16 pixels. */
const PICTURE =
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01' +
  'T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA' +
  'AAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKgA/9k=';

export async function warmUpDecoder(format: PictureFormat): Promise<void> {
  await decodePicture(Buffer.from(PICTURE, 'base64'), format);
}

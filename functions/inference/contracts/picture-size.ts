/** How large a picture may be, in every contract that takes one. */
import { Problem } from '../service/problems.ts';

/** In base64 and with the event around it, just under the 6 MB that Lambda takes. */
export const MAX_PICTURE_BYTES = 4_194_304;

/** @throws {Problem} `image-too-large` */
export function requirePictureSize(bytes: number): void {
  if (bytes <= MAX_PICTURE_BYTES) return;
  throw new Problem(
    'image-too-large',
    `The image has ${bytes} bytes; at most ${MAX_PICTURE_BYTES} are taken.`,
  );
}

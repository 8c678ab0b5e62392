/** How large a picture may be, in every contract that takes one. */
import { Problem } from './problems.ts';

/**
 * Lambda takes events of 6,291,456 bytes. In base64 this becomes 6,000,000 of them, so that every picture within the
 * limit arrives, however it is wrapped, with room for headers.
 */
export const MAX_PICTURE_BYTES = 4_500_000;

/** What to do about a picture that is too large; the gateway says it, too. */
export const SMALLER_PICTURE = `A picture may have at most ${MAX_PICTURE_BYTES} bytes: send a smaller one, for example 2000 pixels wide.`;

/** @throws {Problem} `image-too-large` */
export function requirePictureSize(bytes: number): void {
  if (bytes <= MAX_PICTURE_BYTES) return;
  throw new Problem('image-too-large', `The image has ${bytes} bytes. ${SMALLER_PICTURE}`);
}

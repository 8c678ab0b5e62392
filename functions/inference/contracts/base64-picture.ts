/** A picture as the field `image` of a JSON body. */

import { requirePictureSize } from '../problems/picture-size.ts';
import { Problem } from '../problems/problems.ts';
import { decodeBase64, decodedLength } from './base64.ts';

/** @throws {Problem} `image-too-large` or `invalid-base64` */
export function decodePicture(text: string): Buffer<ArrayBuffer> {
  requirePictureSize(decodedLength(text));
  const bytes = decodeBase64(text);
  if (bytes) return bytes;
  throw new Problem(
    'invalid-base64',
    'The field image must be base64 of RFC 4648, section 4: A-Z a-z 0-9 + / with padding, no line breaks, ' +
      'no data: prefix.',
  );
}

/** Strict base64 (RFC 4648, section 4), because Node's decoder skips unknown characters. */
import * as v from 'valibot';
import { Problem } from '../../problems/problems.ts';

export const pictureField = (description: string) =>
  v.pipe(v.string(), v.minLength(1), v.description(description), v.metadata({ contentEncoding: 'base64' }));

/** The beginning of a data: URI, up to its base64 data (RFC 2397). */
const DATA_URI = /^data:(?:image\/[\w.+-]+|application\/octet-stream)?(?:;[\w-]+=[\w.+-]+)*;base64,/i;

/**
 * @param text in base64, or a data: URI
 * @throws {Problem} `invalid-base64` for missing or superfluous padding, bits set beyond the last byte, or a character outside
 *   the alphabet, such as white space or `-` and `_` of the URL-safe alphabet
 */
export function decodePicture(text: string): Buffer<ArrayBuffer> {
  const base64 = text.slice(DATA_URI.exec(text)?.[0].length ?? 0);
  const bytes = Buffer.from(base64, 'base64');
  // Encoding the bytes again runs in native code, and takes a fifth of the time of checking every character.
  if (bytes.toString('base64') === base64) return bytes;
  throw new Problem('invalid-base64');
}

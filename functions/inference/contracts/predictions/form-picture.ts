/** The picture in a form. */
import { Problem } from '../../problems/problems.ts';
import { type Part, splitParts } from './multipart.ts';

/** A file has a name, also where that is given in the way of RFC 5987. */
const FILE_NAME = /;\s*filename\*?\s*=/i;
const ENCODED = /^(?:base64|quoted-printable)$/i;
/** Obsolete, but some libraries fold long headers. */
const FOLDED = /\r\n[ \t]+/g;

/**
 * The bytes of the only file of a form. Fields beside it are ignored, and the name of its field is of no account.
 *
 * @throws {Problem} `invalid-request` when there is no file, or more than one
 */
export function pictureInForm(body: Buffer<ArrayBuffer>, boundary: string): Buffer<ArrayBuffer> {
  const files = splitParts(body, boundary).filter(isFile);
  const [file] = files;
  if (file === undefined || files.length > 1) {
    throw new Problem(
      'invalid-request',
      `A form must have one file, the picture, as curl -F image=@picture.jpg sends it; this one has ${files.length || 'none'}.`,
    );
  }
  if (ENCODED.test(header(file, 'content-transfer-encoding'))) {
    throw new Problem(
      'invalid-request',
      'The file of a form must be sent as it is, without a content-transfer-encoding.',
    );
  }
  return file.content;
}

/** Browsers send an empty file where none was chosen. */
function isFile(part: Part): boolean {
  if (part.content.length === 0) return false;
  const mediaType = header(part, 'content-type');
  return FILE_NAME.test(header(part, 'content-disposition')) || !/^(?:text\/|$)/i.test(mediaType);
}

/** The value of a part's header, empty where it has none. */
function header({ headers }: Part, name: string): string {
  const line = new RegExp(`^${name}[ \\t]*:(.*)$`, 'im').exec(headers.replace(FOLDED, ' '));
  return line?.[1]?.trim() ?? '';
}

import { MIMEType } from 'node:util';
import { quote } from '../../model/tensors.ts';
import { MOST_PICTURES } from '../../pipelines/picture/input/tensor-view.ts';
import { Problem } from '../../problems/problems.ts';
import type { HttpRequest } from '../http.ts';

/** Only files have a file name, which may be encoded by RFC 5987. */
const FILE_NAME = /;\s*filename\*?\s*=/i;
const FIELD_NAME = /;\s*name\s*=\s*"?([^";]*)/i;
/** Folded headers are obsolete, but some libraries still fold long headers. */
const FOLDED = /\r\n[ \t]+/g;

/**
 * The bytes of the files of a form, in their order. The names of their fields are ignored.
 * @throws {Problem} `invalid-request` if the form is malformed, or has no file, too many parts or a field that is not a file
 */
export function picturesInForm(request: HttpRequest): Buffer<ArrayBuffer>[] {
  const boundary = new MIMEType(request.header('content-type')!).params.get('boundary') ?? '';
  const parts = splitParts(request.body, boundary);
  // If no file is chosen, browsers send an empty file.
  const files = parts.filter((part) => part.content.length > 0 && isFile(part));
  if (files.length === 0) {
    throw invalid('The form has no file. Send the picture as a file, as curl -F image=@picture.jpg does.');
  }
  const field = parts.find((part) => !isFile(part));
  if (field) {
    const [, bytes = ''] = FIELD_NAME.exec(header(field, 'content-disposition')) ?? [];
    const name = Buffer.from(bytes, 'latin1').toString('utf8');
    throw invalid(`The form has the unknown field ${quote(name)}; a form may have only pictures.`);
  }
  return files.map(({ content }) => content);
}

/** Whether a part has a file name, or a media type other than text. */
function isFile(part: Part): boolean {
  const mediaType = header(part, 'content-type');
  return FILE_NAME.test(header(part, 'content-disposition')) || !/^(?:text\/|$)/i.test(mediaType);
}

function header({ headers }: Part, name: string): string {
  const line = new RegExp(`^${name}[ \\t]*:(.*)$`, 'im').exec(headers.replace(FOLDED, ' '));
  return line?.[1]?.trim() ?? '';
}

interface Part {
  /** Header lines as they were sent, one character for each byte. */
  readonly headers: string;
  readonly content: Buffer<ArrayBuffer>;
}

/** RFC 2046 allows 70 characters. The search for a much longer boundary can be slow. */
const MAX_BOUNDARY_LENGTH = 70;
const MAX_HEADER_BYTES = 4096;
/** White space may follow a boundary. The empty line after the headers of an empty part belongs to the next boundary. */
const PART = new RegExp(`^[ \\t]*(?=\\r\\n)([^]{0,${MAX_HEADER_BYTES}}?)(?:\\r\\n\\r\\n|\\r\\n$)`);

/** Splits a body at its boundary, and ignores what comes before and after the parts. @throws {Problem} `invalid-request` */
function splitParts(body: Buffer<ArrayBuffer>, boundary: string): Part[] {
  if (boundary.length === 0 || boundary.length > MAX_BOUNDARY_LENGTH) {
    throw invalid(
      `A form must name its boundary of 1 to ${MAX_BOUNDARY_LENGTH} characters: multipart/form-data; boundary=….`,
    );
  }
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // The first boundary may lack the line end before it.
  const isAtStart = body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2));
  const parts: Part[] = [];
  let next = isAtStart ? -2 : body.indexOf(delimiter);
  while (next !== -1) {
    const start = next + delimiter.length;
    next = body.indexOf(delimiter, start);
    const beginning = body.toString('latin1', start, start + MAX_HEADER_BYTES + '\r\n\r\n'.length);
    if (beginning.startsWith('--')) return parts;
    if (parts.length === MOST_PICTURES) throw invalid(`A form may have at most ${MOST_PICTURES} parts.`);
    const piece = body.subarray(start, next);
    const [whole, headers = ''] = PART.exec(beginning.slice(0, piece.length)) ?? [];
    if (whole === undefined) break;
    parts.push({ headers, content: piece.subarray(whole.length) });
  }
  throw invalid(
    'The form is cut off or malformed. A line of two hyphens and the boundary must precede each part, two hyphens must ' +
      `follow the last boundary, the headers of a part may have at most ${MAX_HEADER_BYTES} bytes, and lines must end ` +
      'with CR LF.',
  );
}

function invalid(detail: string): Problem {
  return new Problem('invalid-request', detail);
}

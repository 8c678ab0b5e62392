/** Multipart forms as common HTTP clients send them. */
import { post, type TestRequest } from '../../../support/requests.ts';

/** Bytes that contain beginnings of a delimiter, as the bytes of a picture may. */
export const PICTURE = Buffer.from('\xff\xd8\xff\0\r\n\r\n--\r\n-\x80\xff\r\n', 'latin1');

export const BOUNDARY = '------------------------d74496d66958873e';

export function part(headers: string, content: Buffer | string = PICTURE, boundary = BOUNDARY): Buffer {
  return join(`--${boundary}\r\n${headers}\r\n\r\n`, content, '\r\n');
}

export function form(parts: Buffer[], boundary = BOUNDARY): Buffer {
  return join(...parts, `--${boundary}--\r\n`);
}

/** Joins buffers and texts; a text has one byte per character. */
export function join(...pieces: (Buffer | string)[]): Buffer {
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string, 'latin1')));
}

export function sent(body: Buffer | string, contentType: string): TestRequest {
  return post(body, '/predictions/colours', { 'content-type': contentType });
}

export function dataUri(bytes: Buffer): string {
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}

export const formType = (boundary = BOUNDARY) => `multipart/form-data; boundary=${boundary}`;

export const FIELD = 'Content-Disposition: form-data;';
export const FILE = `${FIELD} name="image"; filename="ant.jpg"`;
const JPEG = 'Content-Type: image/jpeg';

/** Media type and body of a form with one part, which holds `PICTURE`. */
function single(headers: string, boundary = BOUNDARY): [contentType: string, body: Buffer] {
  return [formType(boundary), form([part(headers, PICTURE, boundary)], boundary)];
}

const NET = '5f3c1d9e-0a5c-4ad0-b9c7-0c2c4e4f2d0a';
const NET_HEADERS = `${FIELD} name=image; filename=ant.jpg; filename*=utf-8''ant.jpg`;
const FOLDED = `${FIELD}\r\n\tname="image";\r\n filename="ant.jpg"`;
const LOWER = 'content-disposition:form-data;name="image";filename="a.jpg"\r\ncontent-type:image/jpeg';
const SEVERAL = [part(FILE), part(`${FIELD} name="other"; filename=""\r\nContent-Type: image/png`, '')];
const PADDED = [`--${BOUNDARY} \t\r\n${FILE}\r\n\r\n`, PICTURE, `\r\n--${BOUNDARY}-- \r\n`];
const BINARY = `${FILE}\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: binary`;

/** Media type and body of a form with `PICTURE`, as written by each client. */
export const CLIENTS: Record<string, [contentType: string, body: Buffer]> = {
  'curl 7.88': single(`${FILE}\r\n${JPEG}`),
  'curl, of a pipe without a name': single(`${FIELD} name="image"; filename="-"`),
  'curl, of a file without a name but with a type': single(`${FIELD} name="image"\r\n${JPEG}`),
  'Python requests 2.34': single(FILE, '3c89dd0b5c33ae09a9bcb3ff439a813b'),
  '.NET, with its boundary in quotes and its names without': [
    formType(`"${NET}"`),
    single(NET_HEADERS, NET)[1],
  ],
  'OkHttp, with a length in the part': single(`${FILE}\r\n${JPEG}\r\nContent-Length: ${PICTURE.length}`),
  'Apache HttpClient, with an encoding that is none': [
    `${formType()}; charset=ISO-8859-1`,
    single(BINARY)[1],
  ],
  'JavaMail, with folded headers and an equals sign in the boundary': single(FOLDED, '----=_Part_0_1.2'),
  'a client of the longest boundary': single(FILE, 'x'.repeat(70)),
  'a client of headers in lower case without spaces': single(LOWER),
  'a client that quotes marks with a backslash': single(`${FIELD} name="image"; filename="\\";a.jpg"`),
  'a client of file names in Latin-1': single(FILE.replace('ant', '\xe4')),
  'a browser, with another file not chosen': [formType(), form(SEVERAL)],
  'a mail program, with a preamble and an epilogue': [
    formType(),
    join('Not for you.\r\n', form([part(FILE)]), 'Nor this.'),
  ],
  'a client that begins with a line end and ends without one': [
    formType(),
    join('\r\n', form([part(FILE)]).subarray(0, -2)),
  ],
  'a client of spaces behind the boundary': [formType(), join(...PADDED)],
};

/** Forms as the world's clients send them. */
import { post, type TestRequest } from '../../../support/requests.ts';

/** Bytes that look like the beginning of a delimiter here and there, as a picture's may. */
export const PICTURE = Buffer.from('\xff\xd8\xff\0\r\n\r\n--\r\n-\x80\xff\r\n', 'latin1');

export const BOUNDARY = '------------------------d74496d66958873e';

/** A part with its headers. */
export function part(headers: string, content: Buffer | string = PICTURE, boundary = BOUNDARY): Buffer {
  return join(`--${boundary}\r\n${headers}\r\n\r\n`, content, '\r\n');
}

/** A form of these parts. */
export function form(parts: Buffer[], boundary = BOUNDARY): Buffer {
  return join(...parts, `--${boundary}--\r\n`);
}

export function join(...pieces: (Buffer | string)[]): Buffer {
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
}

/** A request with a body of this media type. */
export function sent(body: Buffer | string, contentType: string, path = '/predictions/colours'): TestRequest {
  return post(body, path, { 'content-type': contentType });
}

export const formType = (boundary = BOUNDARY) => `multipart/form-data; boundary=${boundary}`;

export const FILE = 'Content-Disposition: form-data; name="image"; filename="ant.jpg"';

/** Media type and body of a form of one part that holds `PICTURE`. */
function single(headers: string, boundary = BOUNDARY): [contentType: string, body: Buffer] {
  return [formType(boundary), form([part(headers, PICTURE, boundary)], boundary)];
}

const NET_BOUNDARY = '5f3c1d9e-0a5c-4ad0-b9c7-0c2c4e4f2d0a';
const NET_HEADERS = "Content-Disposition: form-data; name=image; filename=ant.jpg; filename*=utf-8''ant.jpg";
const FOLDED = 'Content-Disposition: form-data;\r\n\tname="image";\r\n filename="ant.jpg"';

/** Media type and body of a form with `PICTURE`, as each client writes it. */
export const CLIENTS: Record<string, [contentType: string, body: Buffer]> = {
  'curl 7.88': single(`${FILE}\r\nContent-Type: image/jpeg`),
  'curl, of a pipe without a name': single('Content-Disposition: form-data; name="image"; filename="-"'),
  'Python requests 2.34': single(FILE, '3c89dd0b5c33ae09a9bcb3ff439a813b'),
  '.NET, with its boundary in quotes and its names without': [
    formType(`"${NET_BOUNDARY}"`),
    single(NET_HEADERS, NET_BOUNDARY)[1],
  ],
  'OkHttp, with a length in the part': single(`${FILE}\r\nContent-Length: ${PICTURE.length}`),
  'Apache HttpClient, with an encoding that is none': [
    `${formType()}; charset=ISO-8859-1`,
    single(`${FILE}\r\nContent-Transfer-Encoding: binary`)[1],
  ],
  'JavaMail, with folded headers and an equals sign in the boundary': single(FOLDED, '----=_Part_0_1.2'),
  'a client of headers in lower case without spaces': single(
    'content-disposition:form-data;name="image";filename="a.jpg"\r\ncontent-type:image/jpeg',
  ),
  'a client that quotes marks with a backslash': single(
    'Content-Disposition: form-data; name="image"; filename="\\";a.jpg"',
  ),
  'a client of file names in Latin-1': single(
    Buffer.from(`${FILE.slice(0, -5)}\xe4.jpg"`, 'latin1').toString('latin1'),
  ),
  'curl, of a file without a name but with a type': single(
    'Content-Disposition: form-data; name="image"\r\nContent-Type: image/jpeg',
  ),
  'a browser, with fields around the file and another file not chosen': [
    formType(),
    form([
      part('Content-Disposition: form-data; name="token"', '7'),
      part(FILE),
      part('Content-Disposition: form-data; name="other"; filename=""\r\nContent-Type: image/png', ''),
      part('Content-Disposition: form-data; name="note"\r\nContent-Type: text/plain', 'an ant'),
    ]),
  ],
  'a mail program, with a preamble and an epilogue': [
    formType(),
    join('Not for you.\r\n', form([part(FILE)]), 'Nor this.'),
  ],
  'a client that begins with a line end and ends without one': [
    formType(),
    join('\r\n', form([part(FILE)]).subarray(0, -2)),
  ],
  'a client of spaces behind the boundary': [
    formType(),
    join(`--${BOUNDARY} \t\r\n${FILE}\r\n\r\n`, PICTURE, `\r\n--${BOUNDARY}-- \r\n`),
  ],
};

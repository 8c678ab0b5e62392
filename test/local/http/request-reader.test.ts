import { describe, expect, it, vi } from 'vitest';
import { HEAD_LIMIT, type ReceivedRequest, RequestReader } from '../../../local/http/request-reader.ts';
import { UnreadableRequest } from '../../../local/http/unreadable-request.ts';

const BODY_LIMIT = 1000;

/** Everything that a reader makes of bytes which come in these pieces. */
function read(...pieces: (string | Buffer)[]): ReceivedRequest[] {
  const reader = new RequestReader(BODY_LIMIT, () => {});
  const received: ReceivedRequest[] = [];
  for (const piece of pieces) {
    reader.push(Buffer.from(piece));
    for (let one = reader.next(); one; one = reader.next()) received.push(one);
  }
  return received;
}

function statusOf(text: string): number | undefined {
  try {
    read(text);
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableRequest) return error.status;
    throw error;
  }
}

const SIZED = 'POST /one?x=1 HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\nhello';
const CHUNKED =
  'POST /two HTTP/1.1\r\nhost: here\r\nTransfer-Encoding: chunked\r\n\r\n' +
  '3;name="value"\r\nhel\r\n0002\r\nlo\r\n0\r\nTrailer: thrown away\r\n\r\n';
const BODILESS = '\r\nGET /three HTTP/1.1\r\nHOST:here\r\nX-Kind: one\r\nx-kind:  two \r\n\r\n';

const post = (...headers: string[]) =>
  ['POST / HTTP/1.1', 'Host: here', ...headers, '', 'hello'].join('\r\n');

describe('The reader of requests', () => {
  it('reads bodies of known length, in chunks, and none', () => {
    const requests = read(SIZED, CHUNKED, BODILESS).map(({ request }) => request);

    expect(requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'POST /one?x=1',
      'POST /two',
      'GET /three',
    ]);
    expect(requests.map(({ body }) => body?.toString())).toEqual(['hello', 'hello', '']);
    expect(requests[2]?.headers).toEqual({ host: 'here', 'x-kind': 'one, two' });
  });

  it('makes the same of them however they are cut into pieces', () => {
    const all = Buffer.from(SIZED + CHUNKED + BODILESS + SIZED);
    const made = (...pieces: Buffer[]) => JSON.stringify(read(...pieces));
    const whole = made(all);

    expect(JSON.parse(whole)).toHaveLength(4);
    expect(made(...Array.from(all, (byte) => Buffer.of(byte)))).toBe(whole);
    for (let cut = 1; cut < all.length; cut += 1)
      expect(made(all.subarray(0, cut), all.subarray(cut)), `cut at ${cut}`).toBe(whole);
  });

  it('gives a body that is too large out as none, once, and throws the rest of it away', () => {
    const sized = `POST /large HTTP/1.1\r\nHost: here\r\nContent-Length: ${BODY_LIMIT + 1}\r\n\r\n`;
    const chunked = 'POST /large HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n';
    const chunk = `12c\r\n${'x'.repeat(300)}\r\n`;

    for (const pieces of [
      [sized, 'x'.repeat(BODY_LIMIT), `x${SIZED}`],
      [chunked + chunk, chunk, chunk, chunk, chunk, `0\r\n\r\n${SIZED}`],
      [chunked + chunk.repeat(5), `0\r\n\r\n${SIZED}`],
    ]) {
      const bodies = read(...pieces).map(({ request }) => request.body?.toString());
      expect(bodies).toEqual([undefined, 'hello']);
    }
  });

  it('takes a body of exactly the limit', () => {
    const [received] = read(
      `POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(BODY_LIMIT)}`,
    );

    expect(received?.request.body).toHaveLength(BODY_LIMIT);
  });

  it.each([
    ['a length that is no number', post('Content-Length: five')],
    ['a length with a sign', post('Content-Length: +5')],
    ['a negative length', post('Content-Length: -5')],
    ['an empty length', post('Content-Length:')],
    ['a length in hexadecimal', post('Content-Length: 0x5')],
    ['two lengths', post('Content-Length: 5', 'Content-Length: 5')],
    ['a list of lengths', post('Content-Length: 5, 5')],
    ['a length beside chunks', post('Content-Length: 5', 'Transfer-Encoding: chunked')],
    ['another coding', post('Transfer-Encoding: gzip, chunked')],
    ['the chunks named twice', post('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')],
    ['a size of a chunk that is none', `${post('Transfer-Encoding: chunked')}\r\n`],
    [
      'a chunk longer than its size',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxx\r\n`,
    ],
    ['a space before the colon', post('Content-Length : 5')],
    ['a folded line', post('X-Kind: one', ' two')],
    ['a line without a colon', post('X-Kind')],
    ['a name that is empty', post(': one')],
    ['a control character', post('X-Kind: o\0ne')],
    ['a line that ends with LF', 'GET / HTTP/1.1\nHost: here\r\n\r\n'],
    ['a bare CR', post('X-Kind: o\rne')],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', post('Host: there')],
    ['another protocol', 'GET / HTTP/2.0\r\nHost: here\r\n\r\n'],
    ['no protocol', 'GET /\r\n\r\n'],
    ['a space in the target', 'GET /a b HTTP/1.1\r\nHost: here\r\n\r\n'],
    ['what is no HTTP', '\x16\x03\x01\x02\0\x01\0\r\n\r\n'],
  ])('refuses %s with 400', (_, text) => {
    expect(statusOf(text)).toBe(400);
  });

  it('refuses a head that is too long with 431, before its end has come', () => {
    const line = `X-Kind: ${'x'.repeat(1000)}\r\n`;

    expect(statusOf(`GET / HTTP/1.1\r\nHost: here\r\n${line.repeat(HEAD_LIMIT / 1000 + 1)}`)).toBe(431);
    expect(statusOf(`GET /${'x'.repeat(HEAD_LIMIT)}`)).toBe(431);
    expect(statusOf(`GET / HTTP/1.1\r\nHost: here\r\n${'a:\r\n'.repeat(HEAD_LIMIT / 4)}\r\n`)).toBe(431);
  });

  it('reads as many headers as a head may hold', () => {
    const many = 'a:\r\n'.repeat(4000);

    expect(read(`GET / HTTP/1.1\r\nHost: here\r\n${many}\r\n`)).toHaveLength(1);
  });

  it('refuses an expectation that it cannot meet with 417', () => {
    expect(statusOf(post('Expect: 200-ok'))).toBe(417);
  });

  it('lets a client that waits for it send its body, unless that is too large', () => {
    const asked = (length: number, body: string) => {
      const mayContinue = vi.fn();
      const reader = new RequestReader(BODY_LIMIT, mayContinue);
      reader.push(
        Buffer.from(
          `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\nExpect: 100-Continue\r\n\r\n${body}`,
        ),
      );
      const received = reader.next();
      return { times: mayContinue.mock.calls.length, last: received?.last };
    };

    expect(asked(5, '')).toEqual({ times: 1, last: undefined });
    expect(asked(5, 'hello')).toEqual({ times: 0, last: false });
    expect(asked(BODY_LIMIT + 1, '')).toEqual({ times: 0, last: true });
  });

  it('takes the last request of a connection for that', () => {
    const last = (text: string) => read(text)[0]?.last;

    expect(last('GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toBe(false);
    expect(last('GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Close\r\n\r\n')).toBe(true);
    expect(last('GET / HTTP/1.0\r\n\r\n')).toBe(true);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResponseReader } from '../../../../../../functions/inference/cache/dynamodb/http/response-reader.ts';

const TOO_MUCH = 'x'.repeat(4 * 1024 * 1024 + 1);

/** What is read of these bytes, which arrive cut at these places. */
function read(bytes: Buffer, cuts: readonly number[] = []) {
  const reader = new ResponseReader();
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let from = 0;
  for (const to of places) {
    const response = reader.push(bytes.subarray(from, to));
    if (response) return { ...response, left: bytes.length - to };
    from = to;
  }
  return reader.end();
}

const answer = (head: string, body = '') => Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`);

describe('an answer on a connection', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  const framing = fc.constantFrom('length', 'chunks', 'close');
  const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });
  const casing = fc.constantFrom(
    (name: string) => name,
    (name: string) => name.toLowerCase(),
    (name: string) => name.toUpperCase(),
  );

  it('is the same in whatever pieces it comes, whichever way it tells its end', () => {
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 200, max: 599 }).filter((status) => status !== 204 && status !== 304),
        framing,
        sizes,
        casing,
        fc.array(fc.nat()),
        (body, status, framing, sizes, cased, cuts) => {
          const bytes = framed(body, status, framing, sizes, cased);

          expect(read(bytes, cuts)).toMatchObject({ status, text: body, keeps: framing !== 'close' });
          const everywhere = Array.from({ length: bytes.length }, (_, index) => index);
          expect(read(bytes, everywhere)).toMatchObject({ status, text: body, keeps: framing !== 'close' });
        },
      ),
    );
  });

  it('never ends before its end', () => {
    fc.assert(
      fc.property(text, sizes, fc.constantFrom('length', 'chunks'), (body, sizes, framing) => {
        const bytes = framed(body, 200, framing, sizes, (name) => name);
        const reader = new ResponseReader();

        expect(reader.push(bytes.subarray(0, -1))).toBeUndefined();
        expect(reader.end()).toBeUndefined();
      }),
    );
  });

  it('has no body where its status says so, and comes after what announces it', () => {
    expect(read(Buffer.from('HTTP/1.1 204 No Content\r\nx: y\r\n\r\n'))).toMatchObject({
      status: 204,
      text: '',
    });
    const announced = Buffer.concat([
      Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'),
      answer('content-length: 2', '{}'),
    ]);
    expect(read(announced)).toMatchObject({ status: 200, text: '{}', keeps: true });
  });

  it.each([
    ['says that it closes', answer('content-length: 2\r\nconnection: Close', '{}')],
    ['is of HTTP/1.0', Buffer.from('HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}')],
    ['is followed by what nobody asked for', answer('content-length: 2', '{}HTTP/1.1 200 OK')],
  ])('lets its connection go where it %s', (_, bytes) => {
    expect(read(bytes)).toMatchObject({ status: 200, text: '{}', keeps: false });
  });

  it.each([
    ['is no HTTP', Buffer.from('SSH-2.0-OpenSSH_9.6\r\n\r\n')],
    ['is of another HTTP', Buffer.from('HTTP/2 200\r\n\r\n')],
    ['has no end of its head', Buffer.from(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(17_000)}`)],
    ['has a large head', answer(`x: ${'y'.repeat(17_000)}`)],
    ['has a header without a name', answer(': 2')],
    ['has a length that is none', answer('content-length: -1')],
    ['has two lengths', answer('content-length: 2\r\ncontent-length: 3', '{}')],
    ['has a length and chunks', answer('content-length: 2\r\ntransfer-encoding: chunked', '{}')],
    ['is encoded otherwise', answer('transfer-encoding: gzip, chunked', '{}')],
    ['will be too large', answer(`content-length: ${TOO_MUCH.length}`)],
    ['becomes too large', answer('connection: close', TOO_MUCH)],
    [
      'becomes too large in chunks',
      answer('transfer-encoding: chunked', `${TOO_MUCH.length.toString(16)}\r\n${TOO_MUCH}`),
    ],
    ['has a chunk of no size', answer('transfer-encoding: chunked', 'two\r\n{}\r\n')],
    ['has a chunk that is longer than it says', answer('transfer-encoding: chunked', '2\r\n{}}\r\n')],
    [
      'has a line that is too long',
      answer('transfer-encoding: chunked', `2;${'x'.repeat(2_000)}\r\n{}\r\n0\r\n\r\n`),
    ],
  ])('is none where it %s', (_, bytes) => {
    expect(() => read(bytes)).toThrowError(expect.objectContaining({ name: 'ProtocolError' }));
  });
});

/** A body as a server sends it. */
function framed(
  body: string,
  status: number,
  framing: string,
  sizes: readonly number[],
  cased: (name: string) => string,
): Buffer {
  const start = `HTTP/1.1 ${status} Whatever: it is\r\nServer: Server\r\n`;
  const bytes = Buffer.from(body);
  if (framing === 'length') {
    return Buffer.concat([Buffer.from(`${start}${cased('Content-Length')}:${bytes.length} \r\n\r\n`), bytes]);
  }
  if (framing === 'close') return Buffer.concat([Buffer.from(`${start}\r\n`), bytes]);
  const parts = [Buffer.from(`${start}${cased('Transfer-Encoding')}: ${cased('Chunked')}\r\n\r\n`)];
  for (let from = 0, index = 0; from < bytes.length; index += 1) {
    const chunk = bytes.subarray(from, from + sizes[index % sizes.length]!);
    parts.push(Buffer.from(`${chunk.length.toString(16)};of=it\r\n`), chunk, Buffer.from('\r\n'));
    from += chunk.length;
  }
  return Buffer.concat([...parts, Buffer.from('0\r\nchecksum: 1\r\n\r\n')]);
}

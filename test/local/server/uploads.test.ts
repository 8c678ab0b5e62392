/** The limit of held bytes counts arrived bytes, not announced ones, so a client that sends nothing cannot block others. */
import { ReadableStream } from 'node:stream/web';
import { describe, expect, it } from 'vitest';
import { head, openServer, openWire, receive } from './open-server.ts';

const KILOBYTE = 1024;
const ROOM = { heldBytes: 300 * KILOBYTE };
const POST = ['POST / HTTP/1.1', 'Host: here', 'Content-Type: text/plain'];
const LARGE = head(...POST, 'Content-Length: 1000000');

/** Sends a body in chunks, as clients do when they do not know its size beforehand. */
async function postChunked(url: string, chunks: readonly Buffer[]): Promise<number> {
  const body = ReadableStream.from(chunks);
  return (await fetch(url, { method: 'POST', body, duplex: 'half' })).status;
}

function post(url: string, bytes: number): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(bytes) });
}

const isServed = (url: string) => expect.poll(async () => (await post(url, 100 * KILOBYTE)).status).toBe(200);

it('Announced uploads take no memory from other uploads, not even from forty of unknown length', async () => {
  const { port, url } = await openServer();
  for (let sender = 0; sender < 40; sender += 1) {
    await openWire(port, head(...POST, 'Content-Length: 6000000'));
  }

  const sent = Array.from({ length: 40 }, () =>
    postChunked(
      url,
      [1, 2].map(() => Buffer.alloc(KILOBYTE)),
    ),
  );

  expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
});

describe('Uploads that have arrived', () => {
  it('are charged by their bytes, and refused with 429 if no room is left', async () => {
    const { port, url } = await openServer(ROOM);
    const { socket } = await openWire(port, LARGE);
    socket.write(Buffer.alloc(250 * KILOBYTE));
    await expect.poll(async () => (await post(url, 100 * KILOBYTE)).status).toBe(429);

    const refused = await post(url, 100 * KILOBYTE);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ type: 'urn:subsecond:problem:too-many-uploads' });

    socket.destroy();
    await isServed(url);
  });

  it('leave no charge behind, whether served, refused, kept open or aborted', async () => {
    const { port, url } = await openServer(ROOM);
    const open = await openWire(port, LARGE);
    open.socket.allowHalfOpen = true;
    open.socket.write(Buffer.alloc(400 * KILOBYTE));
    await expect.poll(() => open.received).toMatch(/^HTTP\/1\.1 429 /);

    for (let round = 0; round < 10; round += 1) {
      const { socket } = await openWire(port, LARGE);
      socket.write(Buffer.alloc(200 * KILOBYTE), () => socket.destroy());
      expect((await post(url, 400 * KILOBYTE)).status).toBe(429);
    }

    await isServed(url);
  });

  it('in very small parts are put together', async () => {
    const { url, requests } = await openServer();
    const bytes = Array.from({ length: 1000 }, (_, index) => Buffer.of(index % 251));

    expect(await postChunked(url, bytes)).toBe(200);

    expect(requests[0]?.transport.body).toEqual(Buffer.concat(bytes));
  });
});

describe('A client that waits for 100 Continue', () => {
  const asking = (bytes: number) => head(...POST, 'Expect: 100-continue', `Content-Length: ${bytes}`);

  it('is told to continue, and is served', async () => {
    const { port } = await openServer();
    const wire = await openWire(port, asking(4));

    await expect.poll(() => wire.received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    wire.socket.write('sent');

    await expect.poll(() => wire.received).toMatch(/HTTP\/1\.1 200 .*"body":"sent"/s);
  });

  it.each([
    ['larger than the limit', 20_000_001, 413, 'request-too-large'],
    ['larger than the memory that is left', 6_000_000, 429, 'too-many-uploads'],
  ])('is refused at once when its body is %s', async (_, bytes, status, problem) => {
    const { port } = await openServer({ heldBytes: 1_000_000 });

    expect(await receive(port, asking(bytes))).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} .*problem:${problem}`, 's'),
    );
  });

  it('is refused at once when the service stops', async () => {
    const { server, port } = await openServer();
    const wire = await openWire(port);

    const closed = server.close();
    wire.socket.write(asking(4));
    await closed;

    expect(wire.received).toMatch(/^HTTP\/1\.1 503 .*problem:stopping/s);
  });
});

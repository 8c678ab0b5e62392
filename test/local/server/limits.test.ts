/**
 * A request that is too large must be refused in a way that lets its sender read the response. Earlier, a 413 did not arrive,
 * because the connection was closed at once.
 */
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { head, openServer, openWire, receive, type Wire } from './open-server.ts';

const MEGABYTE = 1024 * 1024;
const POST = ['POST / HTTP/1.1', 'Host: here'];
const ANNOUNCED = `Content-Length: ${12 * MEGABYTE}`;
const ENDLESS = head(...POST, `Content-Length: ${100 * MEGABYTE}`);

/** Sends everything before it reads, as Python's urllib does. */
async function sendThenRead({ socket }: Wire, chunk: Buffer, times: number): Promise<void> {
  socket.pause();
  const write = promisify<Buffer>(socket.write.bind(socket));
  for (let sent = 0; sent < times; sent += 1) await write(chunk);
  socket.resume();
}

describe('The limits of the server', () => {
  it('accept the largest allowed body, and say how large a body may be', async () => {
    const { url } = await openServer();
    const send = (bytes: number) => fetch(url, { method: 'POST', body: new Blob([Buffer.alloc(bytes)]) });

    expect((await send(20_000_000)).status).toBe(200);
    const refused = await send(20_000_001);

    expect(refused.status).toBe(413);
    expect(await refused.text()).toMatch(/at most 20000000 bytes: send a smaller picture.*--max-body/);
  });

  it.each([10_240, MEGABYTE])('refuse %i bytes of headers, although not all are read', async (bytes) => {
    const { port } = await openServer();
    const request = head('GET / HTTP/1.1', 'Host: here', `X-Long: ${'x'.repeat(bytes)}`);

    expect(await receive(port, request)).toMatch(
      /^HTTP\/1\.1 431 .*x-content-type-options: nosniff.*problem:headers-too-large/s,
    );
  });
});

describe('A request that is too large', () => {
  const zeros = Buffer.alloc(MEGABYTE);
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), zeros, Buffer.from('\r\n')]);

  it.each([
    ['HTTP/1.1 with Connection: close', [...POST, 'Connection: close', ANNOUNCED], zeros],
    ['HTTP/1.1 with a connection that would stay open', [...POST, ANNOUNCED], zeros],
    ['HTTP/1.1 without an announced size', [...POST, 'Transfer-Encoding: chunked'], chunk],
    ['HTTP/1.0', ['POST / HTTP/1.0', ANNOUNCED], zeros],
  ])('gets its 413 over %s', async (_, lines, part) => {
    const { port, requests } = await openServer({ bodyBytes: 10 * MEGABYTE });
    const wire = await openWire(port, head(...lines));

    await sendThenRead(wire, part, 12);

    expect(await wire.closed).toBeUndefined();
    expect(wire.received).toMatch(/^HTTP\/1\.1 413 .*connection: close.*problem:request-too-large/s);
    expect(requests).toEqual([]);
  });

  it('is read only up to a number of bytes', async () => {
    const { port } = await openServer({ drainBytes: MEGABYTE });
    const wire = await openWire(port, ENDLESS);

    await sendThenRead(wire, zeros, 100).catch(() => {});
    await wire.closed;

    expect(wire.socket.bytesWritten).toBeLessThan(100 * MEGABYTE);
  });

  it('is read only up to a time limit', async () => {
    const { port } = await openServer({ drainMilliseconds: 50 });
    const wire = await openWire(port, ENDLESS);
    wire.socket.allowHalfOpen = true;

    const trickle = setInterval(() => wire.socket.write('x'), 10);
    await wire.closed;
    clearInterval(trickle);

    expect(wire.received).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('gets its whole response at once, however much it still has to send', async () => {
    const { port } = await openServer({ drainMilliseconds: 60_000 });
    const wire = await openWire(port, ENDLESS);

    await new Promise((resolve) => wire.socket.once('end', resolve));

    expect(wire.received).toMatch(/^HTTP\/1\.1 413 /);
  });
});

/** A 413 never arrived where the connection was to be closed after it: the sender must be able to read it. */
import { describe, expect, it } from 'vitest';
import { head, openServer, openWire, type Wire } from './open-server.ts';

const MEGABYTE = 1024 * 1024;

/** As Python's urllib does: sends everything first, and reads then. */
async function sendThenRead({ socket }: Wire, bytes: number): Promise<void> {
  socket.pause();
  for (let sent = 0; sent < bytes; sent += MEGABYTE) {
    await new Promise<void>((resolve, reject) => {
      socket.write(Buffer.alloc(MEGABYTE), (error) => (error ? reject(error) : resolve()));
    });
  }
  socket.resume();
}

describe('A request that is too large', () => {
  it.each([
    ['HTTP/1.1 with Connection: close', ['POST / HTTP/1.1', 'Host: here', 'Connection: close']],
    ['HTTP/1.1 with a connection to be kept', ['POST / HTTP/1.1', 'Host: here']],
    ['HTTP/1.0', ['POST / HTTP/1.0']],
  ])('gets its 413 over %s', async (_, lines) => {
    const { port, requests } = await openServer();
    const wire = await openWire(port);

    wire.socket.write(head(...lines, `Content-Length: ${12 * MEGABYTE}`));
    await sendThenRead(wire, 12 * MEGABYTE);

    expect(await wire.closed).toBeUndefined();
    expect(wire.received).toMatch(/^HTTP\/1\.1 413 .*connection: close.*problem:request-too-large/s);
    expect(requests).toEqual([]);
  });

  it('gets its 413 also when it does not announce its size', async () => {
    const { port } = await openServer();
    const wire = await openWire(port);
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MEGABYTE), Buffer.from('\r\n')]);

    const lines = ['POST / HTTP/1.1', 'Host: here', 'Connection: close', 'Transfer-Encoding: chunked'];
    wire.socket.write(head(...lines));
    for (let sent = 0; sent < 12; sent += 1) wire.socket.write(chunk);
    wire.socket.write('0\r\n\r\n');

    expect(await wire.closed).toBeUndefined();
    expect(wire.received).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is read no longer than limits of bytes', async () => {
    const { port } = await openServer({ drainBytes: MEGABYTE });
    const wire = await openWire(port);

    wire.socket.write(head('POST / HTTP/1.1', 'Host: here', `Content-Length: ${100 * MEGABYTE}`));
    await sendThenRead(wire, 100 * MEGABYTE).catch(() => {});
    await wire.closed;

    expect(wire.socket.bytesWritten).toBeLessThan(100 * MEGABYTE);
  });

  it('is read no longer than limits of time', async () => {
    const { port } = await openServer({ drainMilliseconds: 50 });
    const wire = await openWire(port);
    wire.socket.allowHalfOpen = true;

    wire.socket.write(head('POST / HTTP/1.1', 'Host: here', `Content-Length: ${100 * MEGABYTE}`));
    const trickle = setInterval(() => wire.socket.write('x'), 10);
    await wire.closed;
    clearInterval(trickle);

    expect(wire.received).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('sees the end of its response at once, however much it still has to send', async () => {
    const { port } = await openServer({ drainMilliseconds: 60_000 });
    const wire = await openWire(port);
    const ended = new Promise((resolve) => wire.socket.once('end', resolve));

    wire.socket.write(head('POST / HTTP/1.1', 'Host: here', `Content-Length: ${100 * MEGABYTE}`));
    await ended;

    expect(wire.received).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('Headers that are too large', () => {
  it('get their 431 although not all of them are read', async () => {
    const { port } = await openServer();
    const wire = await openWire(port);

    wire.socket.write(`GET / HTTP/1.1\r\nHost: here\r\nX-Long: ${'x'.repeat(MEGABYTE)}\r\n\r\n`);

    expect(await wire.closed).toBeUndefined();
    expect(wire.received).toMatch(
      /^HTTP\/1\.1 431 .*x-content-type-options: nosniff.*problem:headers-too-large/s,
    );
  });
});

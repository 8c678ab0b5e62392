/** Uploads were charged by the size that they announce: whoever sends nothing must shut nobody out. */
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { head, openServer, openWire, PATIENT } from './open-server.ts';

const KILOBYTE = 1024;
const ROOM = { heldBytes: 300 * KILOBYTE };

/** Sends a body in chunks, as clients do that do not know its size. */
function postChunked(url: string, chunks: readonly Buffer[]): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST' }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    sending.on('error', reject);
    for (const chunk of chunks) sending.write(chunk);
    sending.end();
  });
}

describe('Uploads that are only announced', () => {
  it('take nothing from others, however many and large they are', async () => {
    const { port, url } = await openServer();

    for (let sender = 0; sender < 40; sender += 1) {
      const { socket } = await openWire(port);
      socket.write(
        head('POST / HTTP/1.1', 'Host: here', 'Content-Type: text/plain', 'Content-Length: 6000000'),
      );
    }

    expect((await fetch(url, { method: 'POST', body: 'a request' })).status).toBe(200);
  });

  it('by forty clients at once that do not say how much comes all get a response', async () => {
    const { url } = await openServer();

    const statuses = await Promise.all(
      Array.from({ length: 40 }, () => postChunked(url, [Buffer.alloc(KILOBYTE), Buffer.alloc(KILOBYTE)])),
    );

    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('Uploads that have come', () => {
  it('are charged by their bytes, and refused with 429 where no room is left', async () => {
    const { port, url } = await openServer(ROOM);
    const { socket } = await openWire(port);
    socket.write(head('POST / HTTP/1.1', 'Host: here', 'Content-Length: 1000000'));
    socket.write(Buffer.alloc(250 * KILOBYTE));
    await expect.poll(async () => (await post(url, 100 * KILOBYTE)).status, PATIENT).toBe(429);

    const refused = await post(url, 100 * KILOBYTE);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ type: 'urn:subsecond:problem:too-many-uploads' });

    socket.destroy();
    await expect.poll(async () => (await post(url, 100 * KILOBYTE)).status, PATIENT).toBe(200);
  });

  it('leave their room to others as soon as they are refused', async () => {
    const { port, url } = await openServer(ROOM);
    const wire = await openWire(port);
    wire.socket.allowHalfOpen = true;

    wire.socket.write(head('POST / HTTP/1.1', 'Host: here', 'Content-Length: 1000000'));
    wire.socket.write(Buffer.alloc(400 * KILOBYTE));
    await expect.poll(() => wire.received, PATIENT).toMatch(/^HTTP\/1\.1 429 /);

    expect((await post(url, 100 * KILOBYTE)).status).toBe(200);
  });

  it('leave no charge behind, be they served, refused or broken off', async () => {
    const { port, url } = await openServer(ROOM);

    for (let round = 0; round < 10; round += 1) {
      const { socket } = await openWire(port);
      socket.write(head('POST / HTTP/1.1', 'Host: here', 'Content-Length: 1000000'));
      socket.write(Buffer.alloc(200 * KILOBYTE), () => socket.destroy());
      expect((await post(url, 400 * KILOBYTE)).status).toBe(429);
    }

    await expect.poll(async () => (await post(url, 100 * KILOBYTE)).status, PATIENT).toBe(200);
  });

  it('in very small parts hold no more than their bytes', async () => {
    const { url, requests } = await openServer();
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));

    const status = await postChunked(
      url,
      Array.from(bytes, (byte) => Buffer.of(byte)),
    );

    expect(status).toBe(200);
    expect(requests[0]?.transport.body).toEqual(bytes);
  });
});

function post(url: string, bytes: number): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(bytes) });
}

/** Earlier, the server waited half a minute or longer for slow and silent clients. Every wait needs a time-out. */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { head, openServer, openWire, receive } from './open-server.ts';

describe('A client that falls silent', () => {
  it.each([
    ['body', `${head('POST / HTTP/1.1', 'Host: here', 'Content-Length: 10')}begun`],
    ['headers', 'POST / HTTP/1.1\r\nHost: he'],
  ])('within its %s gets 408, and its connection is closed', async (_, begun) => {
    const limits = { silenceMilliseconds: 50, drainMilliseconds: 50, headersMilliseconds: 50 };
    const { port, requests } = await openServer(limits);

    expect(await receive(port, begun)).toMatch(
      /^HTTP\/1\.1 408 .*connection: close.*urn:subsecond:problem:request-timed-out/s,
    );
    expect(requests).toEqual([]);
  });

  it('before its first byte is disconnected', async () => {
    const { port } = await openServer({ headersMilliseconds: 50 });

    expect(await (await openWire(port)).closed).toBeUndefined();
  });

  it('before it has read its response is disconnected', async () => {
    const { port, requests } = await openServer(
      { responseMilliseconds: 50 },
      () => new Response('x'.repeat(50_000_000)),
    );
    const { socket } = await openWire(port);
    socket.pause();

    socket.write(head('GET / HTTP/1.1', 'Host: here'));

    await expect.poll(() => requests[0]?.transport.isAbandoned?.()).toBe(true);
  });
});

it('A slow client is served as long as it sends something', async () => {
  const { port } = await openServer({ silenceMilliseconds: 600 });
  const lines = ['POST / HTTP/1.1', 'Host: here', 'Content-Type: text/plain', 'Content-Length: 6'];
  const wire = await openWire(port, head(...lines));

  for (const letter of 'slowly') {
    wire.socket.write(letter);
    await delay(120);
  }

  await expect.poll(() => wire.received).toMatch(/^HTTP\/1\.1 200 .*"body":"slowly"/s);
});

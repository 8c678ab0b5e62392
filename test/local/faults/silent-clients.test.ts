/** Slow and silent clients were waited for half a minute and more: each wait must have an end, and say so. */
import { describe, expect, it } from 'vitest';
import { echo, head, openGateway, openWire, PATIENT } from '../helpers/gateway.ts';

describe('A client that falls silent', () => {
  it('within its body is told so with 408, and its connection is closed', async () => {
    const { port, invocations } = await openGateway({ silenceMilliseconds: 50, drainMilliseconds: 50 });
    const wire = await openWire(port);

    wire.socket.write(`${head('POST / HTTP/1.1', 'Host: here', 'Content-Length: 10')}begun`);
    await wire.closed;

    expect(wire.received).toMatch(
      /^HTTP\/1\.1 408 .*connection: close.*urn:subsecond:problem:request-timed-out/s,
    );
    expect(invocations).toEqual([]);
  });

  it('within its headers is told so with 408, and its connection is closed', async () => {
    const { port } = await openGateway({ headersMilliseconds: 50 });
    const wire = await openWire(port);

    wire.socket.write('POST / HTTP/1.1\r\nHost: he');
    await wire.closed;

    expect(wire.received).toMatch(
      /^HTTP\/1\.1 408 .*connection: close.*urn:subsecond:problem:request-timed-out/s,
    );
  });

  it('before it has said anything is not kept for ever', async () => {
    const { port } = await openGateway({ headersMilliseconds: 50 });
    const wire = await openWire(port);

    await wire.closed;
    expect(wire.socket.destroyed).toBe(true);
  });

  it('instead of reading its answer is not kept for ever', async () => {
    const { gateway, port } = await openGateway({ answerMilliseconds: 50 }, (invocation) => {
      const body = 'x'.repeat(5_000_000);
      invocation.settle({ answered: true, payload: Buffer.from(JSON.stringify({ statusCode: 200, body })) });
    });
    const { socket } = await openWire(port);
    socket.pause();

    socket.write(head('GET / HTTP/1.1', 'Host: here'));

    await expect.poll(() => gateway.underWay, PATIENT).toBe(1);
    await expect.poll(() => gateway.underWay, PATIENT).toBe(0);
  });
});

describe('A client that is slow', () => {
  it('is answered as long as something comes', async () => {
    const { port } = await openGateway({ silenceMilliseconds: 600 }, echo);
    const wire = await openWire(port);

    wire.socket.write(head('POST / HTTP/1.1', 'Host: here', 'Content-Type: text/plain', 'Content-Length: 6'));
    for (const letter of 'slowly') {
      wire.socket.write(letter);
      await new Promise((resolve) => setTimeout(resolve, 120));
    }

    await expect.poll(() => wire.received, PATIENT).toMatch(/^HTTP\/1\.1 200 .*"body":"slowly"/s);
  });
});

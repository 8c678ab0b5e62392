/** `Expect: 100-continue` was invited to send what was then refused: who waits must hear the refusal first. */
import { describe, expect, it } from 'vitest';
import { head, openServer, openWire, PATIENT } from './open-server.ts';

const SENDING = ['POST / HTTP/1.1', 'Host: here', 'Expect: 100-continue', 'Content-Type: text/plain'];

describe('A client that waits to hear whether to send its body', () => {
  it('is invited, and served', async () => {
    const { port } = await openServer();
    const wire = await openWire(port);

    wire.socket.write(head(...SENDING, 'Content-Length: 4'));
    await expect.poll(() => wire.received, PATIENT).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    wire.socket.write('sent');

    await expect.poll(() => wire.received, PATIENT).toMatch(/HTTP\/1\.1 200 .*"body":"sent"/s);
  });

  it.each([
    ['more than API Gateway takes', 11_000_000, 413, 'request-too-large'],
    ['more than Lambda takes', 6_291_456, 413, 'event-too-large'],
    ['more than there is room for', 6_000_000, 429, 'too-many-uploads'],
  ])('is refused at once when it is %s', async (_, bytes, status, problem) => {
    const { port } = await openServer({ heldBytes: 1_000_000 });
    const wire = await openWire(port);

    wire.socket.write(head(...SENDING, `Content-Length: ${bytes}`));
    await wire.closed;

    expect(wire.received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*problem:${problem}`, 's'));
  });

  it('is refused at once when the service stops', async () => {
    const { server, port } = await openServer();
    const wire = await openWire(port);

    const closed = server.close();
    wire.socket.write(head(...SENDING, 'Content-Length: 4'));
    await closed;

    expect(wire.received).toMatch(/^HTTP\/1\.1 503 .*problem:stopping/s);
  });
});

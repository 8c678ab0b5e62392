/** HTTP/1.0 does not know the header Host; ApacheBench and many health checks speak it. */
import { expect, it } from 'vitest';
import { head, openServer, openWire } from './open-server.ts';

it('A request of HTTP/1.0 is answered, and its connection closed', async () => {
  const { port } = await openServer();
  const wire = await openWire(port);

  wire.socket.write(head('GET /ping HTTP/1.0'));
  await wire.closed;

  expect(wire.received).toMatch(/^HTTP\/1\.1 200 /);
  expect(wire.received).toContain('"path":"/ping"');
});

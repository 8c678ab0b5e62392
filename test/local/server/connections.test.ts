/** Earlier, the server reset connections beyond its limit, and 2,000 idle connections blocked all clients for a minute. */
import { describe, expect, it } from 'vitest';
import { SERVER_LIMITS } from '../../../local/server/limits.ts';
import { head, openServer, openWire, type Wire } from './open-server.ts';

const GET = head('GET / HTTP/1.1', 'Host: localhost');

async function send(port: number): Promise<Wire> {
  const wire = await openWire(port, GET);
  await expect.poll(() => wire.received).toContain('\r\n\r\n');
  return wire;
}

describe('When all connections are taken', () => {
  it('a new connection replaces the one that has been idle for longest', async () => {
    const { port } = await openServer({ connections: 4, idleMilliseconds: 0 });
    const [first, second] = [await send(port), await send(port)];
    first.socket.write(GET);
    await expect.poll(() => first.received.match(/HTTP\/1\.1 200/g)?.length).toBe(2);
    for (let silent = 0; silent < 2; silent += 1) await openWire(port);

    expect((await send(port)).received).toMatch(/^HTTP\/1\.1 200 /);
    expect(await second.closed).toBeUndefined();
    expect(first.socket.readyState).toBe('open');
  });

  it('or nearly all, a response announces that its connection closes', async () => {
    const { port } = await openServer({ connections: 4 });
    for (let silent = 0; silent < 2; silent += 1) await openWire(port);

    const [third, fourth] = [await send(port), await send(port)];

    expect(third.received.toLowerCase()).toContain('\r\nconnection: keep-alive\r\n');
    expect(fourth.received.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(await fourth.closed).toBeUndefined();
  });

  it('the server keeps an idle connection for longer than it tells clients that they may use it', async () => {
    const { port } = await openServer();

    const seconds = /\r\nkeep-alive: timeout=(\d+)\r\n/i.exec((await send(port)).received)?.[1];

    expect(1000 * Number(seconds)).toBeLessThan(SERVER_LIMITS.idleMilliseconds);
  });

  it('a connection whose request may be on its way stays, and a new one gets 503', async () => {
    const { port } = await openServer({ connections: 1 });
    const young = await openWire(port);

    expect((await send(port)).received).toMatch(/^HTTP\/1\.1 503 /);

    young.socket.write(GET);
    await expect.poll(() => young.received).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('and have requests, a new connection gets 503 with Retry-After, and ends', async () => {
    const over = Promise.withResolvers<Response>();
    const { port, requests } = await openServer({ connections: 2 }, async () => (await over.promise).clone());
    const busy = [await openWire(port, GET), await openWire(port, GET)];
    await expect.poll(() => requests.length).toBe(2);

    const refused = await send(port);

    expect(refused.received).toMatch(/^HTTP\/1\.1 503 .*problem:too-many-connections/s);
    for (const header of ['retry-after: 1', 'connection: close'])
      expect(refused.received.toLowerCase()).toContain(`\r\n${header}\r\n`);
    expect(await refused.closed).toBeUndefined();
    over.resolve(new Response('done'));
    for (const wire of busy) await expect.poll(() => wire.received).toContain('done');
  });

  it('a surplus connection that stays silent is closed', async () => {
    const { port, requests } = await openServer(
      { connections: 1, headersMilliseconds: 50 },
      () => new Promise(() => {}),
    );
    await openWire(port, GET);
    await expect.poll(() => requests.length).toBe(1);

    expect(await (await openWire(port)).closed).toBeUndefined();
  });
});

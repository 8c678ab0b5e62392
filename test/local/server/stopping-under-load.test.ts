/** A stop broke connections in an earlier version. Under load, every request must get its response or a 503 with Retry-After. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { echo, head, openServer, openWire, type Respond } from './open-server.ts';

const respondSoon: Respond = async (request, transport) => {
  await delay(20);
  return echo(request, transport);
};

function send(url: string, agent: Agent, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', agent }, (response) => {
      response.resume().once('end', () => resolve(response));
      response.once('error', reject);
    });
    sending.once('error', reject).end(body);
  });
}

describe('A service that stops under load', () => {
  it.each([
    ['keep their connections', true],
    ['open a connection for each request', false],
  ])('loses no response to clients that %s, and resets no connection', async (_, keepAlive) => {
    const { server, url, requests } = await openServer({}, respondSoon);
    const agent = new Agent({ keepAlive });
    let successful = 0;
    const sendUntilRefused = async () => {
      for (;;) {
        const { statusCode, headers } = await send(url, agent, 'x'.repeat(30_000));
        if (statusCode !== 200) return { statusCode, ...headers };
        successful += 1;
      }
    };
    const clients = Array.from({ length: 10 }, sendUntilRefused);
    await expect.poll(() => successful).toBeGreaterThan(30);

    const [, ...refused] = await Promise.all([server.close(), ...clients]);

    expect(successful).toBe(requests.length);
    const refusal = { statusCode: 503, connection: 'close', 'retry-after': '1' };
    expect(refused).toMatchObject(Array(10).fill(refusal));
  });

  it('stops despite clients that repeat at once', async () => {
    const { server, url } = await openServer({ quietMilliseconds: 20 });
    const agent = new Agent();
    const codes = new Set<string | undefined>();
    const sendForEver = async () => {
      while (!codes.has('ECONNREFUSED')) {
        await send(url, agent, '').catch(({ code }: NodeJS.ErrnoException) => codes.add(code));
      }
    };
    const clients = Array.from({ length: 5 }, sendForEver);
    await delay(20);

    await server.close();
    await Promise.all(clients);

    expect(codes).toContain('ECONNREFUSED');
  });
});

describe('A service that stops', () => {
  it('ends idle connections without a reset', async () => {
    const { server, port } = await openServer();
    const idle = await openWire(port);
    const used = await openWire(port, head('GET / HTTP/1.1', 'Host: here'));
    await expect.poll(() => used.received).toContain('200 OK');

    await server.close();

    expect([await idle.closed, await used.closed]).toEqual([undefined, undefined]);
  });

  it('serves requests that have arrived, announces the end of connections, and refuses a body that is still to come', async () => {
    const finished = Promise.withResolvers<Response>();
    const { server, port, requests } = await openServer({}, () => finished.promise);
    const sent = await openWire(port, head('GET / HTTP/1.1', 'Host: here'));
    const announced = ['Host: here', 'Content-Length: 10', 'Expect: 100-continue'];
    const sending = await openWire(port, `${head('POST / HTTP/1.1', ...announced)}begun`);
    await expect.poll(() => requests.length).toBe(1);
    await expect.poll(() => sending.received).toMatch(/^HTTP\/1\.1 100 /);

    const closed = server.close();
    sending.socket.write('ended');
    await sending.closed;
    finished.resolve(new Response());
    await closed;

    expect(sending.received).toMatch(/\nHTTP\/1\.1 503 .*retry-after: 1.*connection: close/s);
    expect(sent.received).toMatch(/^HTTP\/1\.1 200 .*connection: close/s);
    expect([await sent.closed, await sending.closed]).toEqual([undefined, undefined]);
  });

  it('without connections stops at once', async () => {
    const { server } = await openServer({ quietMilliseconds: 60_000 });

    expect([await server.close(), await server.close()]).toEqual([undefined, undefined]);
  });
});

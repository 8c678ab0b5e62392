import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RuntimeConnection } from '../../local/environments/runtime/runtime-connection.ts';

/** A server that hands each connection to `serve`, and a connection to it. */
async function connected(serve: (socket: Socket) => void): Promise<RuntimeConnection> {
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  return new RuntimeConnection(`127.0.0.1:${address.port}`, () => {});
}

const RESPONSE =
  'HTTP/1.1 200 OK\r\nLambda-Runtime-Aws-Request-Id: id-1\r\nContent-Length: 14\r\n\r\n{"sign":"永"}';

describe('The connection of the runtime client', () => {
  it('understands a response that comes byte by byte', async () => {
    const connection = await connected(async (socket) => {
      socket.setNoDelay(true);
      for (const byte of Buffer.from(RESPONSE)) {
        socket.write(Uint8Array.of(byte));
        await new Promise(setImmediate);
      }
      socket.end();
    });

    const response = await connection.send(connection.get('/next'));

    expect(response.status).toBe(200);
    expect(response.header('lambda-runtime-aws-request-id')).toBe('id-1');
    expect(response.header('absent')).toBeUndefined();
    expect(response.body.toString()).toBe('{"sign":"永"}');
  });

  it('tells responses apart that come in one piece', async () => {
    const connection = await connected((socket) => {
      socket.end(`HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\nOK${RESPONSE}`);
    });

    const response = await connection.send(connection.post('/report', '{}'), connection.get('/next'));

    expect(response.status).toBe(200);
    expect(response.body.toString()).toBe('{"sign":"永"}');
  });

  it('keeps what it has read when more comes, however long', async () => {
    const bodies = ['永', '遠', '火'].map((sign) => sign.repeat(50_000));
    const responses = bodies.map(
      (body) => `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    const connection = await connected((socket) => void socket.end(responses.join('')));

    const received = await Promise.all(bodies.map(() => connection.send(connection.get('/next'))));

    expect(received.map(({ body }) => body.toString() === bodies.shift())).toEqual([true, true, true]);
  });

  it('states the length of what it posts in bytes', async () => {
    const received = Promise.withResolvers<string>();
    const connection = await connected((socket) => {
      socket.once('data', (data) => {
        received.resolve(data.toString());
        socket.end(RESPONSE);
      });
    });

    await connection.send(connection.post('/report', '{"sign":"永"}', 'X-Kind: one\r\n'));

    expect(await received.promise).toMatch(
      /^POST \/report HTTP\/1\.1\r\n(?=.*X-Kind: one\r\n).*Content-Length: 14\r\n\r\n/s,
    );
  });
});

/** Targets in absolute-form got 400: every server must take them (RFC 9112, 3.2.2), and their host is the request's. */
import { describe, expect, it } from 'vitest';
import { head, openServer, receive } from './open-server.ts';

async function send(target: string): Promise<string> {
  const { port } = await openServer();
  return receive(port, head(`GET ${target} HTTP/1.1`, 'Host: elsewhere', 'Connection: close'));
}

describe('A target in absolute-form', () => {
  it.each([
    ['http://somewhere:8080/v2/models?name=a', '/v2/models', '?name=a', 'somewhere:8080'],
    ['http://somewhere', '/', '', 'somewhere'],
    ['http://somewhere?name=a', '/', '?name=a', 'somewhere'],
    ['http://[::1]:80/a//b', '/a//b', '', '[::1]'],
  ])('%s is a path, a query and a host', async (target, path, query, host) => {
    const [, body = ''] = (await send(target)).split('\r\n\r\n');

    expect(JSON.parse(body)).toMatchObject({ path, query, host });
  });

  it.each(['http:///path', 'http://name:word@somewhere/', 'ftp://somewhere/', '*', 'somewhere:80'])(
    'is not %s',
    async (target) => {
      expect(await send(target)).toMatch(/^HTTP\/1\.1 400 /);
    },
  );
});

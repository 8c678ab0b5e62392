import { describe, expect, it } from 'vitest';
import { servesHosts } from '../../../local/server/hosts.ts';
import { listen, startTiny, tinyModel } from '../support/tiny-service.ts';
import { echo, head, openServer, receive } from './open-server.ts';

async function sent(lines: string[]): Promise<string> {
  const { port } = await openServer();
  return receive(port, head(...lines, 'Connection: close'));
}

describe('The host of a request', () => {
  it.each([
    ['is missing in HTTP/1.0, as probes send it', ['GET /healthz HTTP/1.0']],
    ['is empty', ['GET /healthz HTTP/1.1', 'Host:']],
    ['has a port', ['GET /healthz HTTP/1.1', 'Host: my_host:8080']],
    ['is an IPv6 address', ['GET /healthz HTTP/1.1', 'Host: [::1]:8080']],
  ])('is accepted if it %s', async (_, lines) => {
    const received = await sent(lines);

    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(received).toContain('"path":"/healthz"');
  });

  it.each([
    ['it has two words', ['GET /healthz HTTP/1.1', 'Host: two words']],
    ['it has a user', ['GET /healthz HTTP/1.1', 'Host: user@somewhere']],
    ['its port is too large', ['GET /healthz HTTP/1.1', 'Host: somewhere:99999']],
    ['it has a path', ['GET /healthz HTTP/1.1', 'Host: some/where']],
    ['there are two hosts', ['GET / HTTP/1.1', 'Host: localhost', 'Host: elsewhere']],
    ['the request is HTTP/2.0', ['GET / HTTP/2.0', 'Host: localhost']],
    ['the request is HTTP/0.9', ['GET / HTTP/0.9', 'Host: localhost']],
    ['the target names no host', ['GET http:///path HTTP/1.1', 'Host: elsewhere']],
    ['the target names a user', ['GET http://name:word@somewhere/ HTTP/1.1', 'Host: elsewhere']],
    ['the target has another protocol', ['GET ftp://somewhere/ HTTP/1.1', 'Host: elsewhere']],
    ['the target is *', ['GET * HTTP/1.1', 'Host: elsewhere']],
    ['the target is only a host', ['GET somewhere:80 HTTP/1.1', 'Host: elsewhere']],
  ])('is rejected if %s', async (_, lines) => {
    const received = await sent(lines);

    expect(received).toMatch(
      /^HTTP\/1\.1 400 .*x-content-type-options: nosniff.*urn:subsecond:problem:malformed-(request|target)/s,
    );
  });

  // Earlier, these targets got 400. A server must accept them, and take the host of the request from them (RFC 9112, 3.2.2).
  it.each([
    ['http://somewhere:8080/v2/models?name=a', '/v2/models', '?name=a', 'somewhere:8080'],
    ['http://somewhere', '/', '', 'somewhere'],
    ['http://somewhere?name=a', '/', '?name=a', 'somewhere'],
    ['http://[::1]:80/a//b', '/a//b', '', '[::1]'],
  ])('is taken from a target in absolute form: %s', async (target, path, query, host) => {
    const [, body = ''] = (await sent([`GET ${target} HTTP/1.1`, 'Host: elsewhere'])).split('\r\n\r\n');

    expect(JSON.parse(body)).toMatchObject({ path, query, host });
  });
});

it('An app that throws gives its request a problem, and affects no other request', async () => {
  listen();
  let requests = 0;
  const { url } = await openServer({}, (request, transport) => {
    requests += 1;
    if (requests === 1) throw new Error('broken');
    return requests === 2 ? Promise.reject(new Error('broken')) : echo(request, transport);
  });

  const responses = [await fetch(url), await fetch(url), await fetch(url)];

  expect(responses.map(({ status }) => status)).toEqual([500, 500, 200]);
  expect(await responses[0]!.json()).toMatchObject({ type: 'urn:subsecond:problem:internal' });
});

describe('A page whose host name was made to point to this machine', () => {
  it('is recognised by the name, whatever address the service listens on', () => {
    const serves = servesHosts(['0.0.0.0', 'Models.example']);
    const foreign = ['rebound.example:8080', 'localhost.rebound.example', '127.0.0.1.rebound.example'];
    const names = ['localhost', 'LOCALHOST.:8080', 'a.localhost', 'models.example:80', ''];
    const own = [...names, '127.0.0.1:8080', '[::1]:8080', '192.168.1.2'];

    expect([...foreign, '[::1].example', 'a@localhost'].filter(serves)).toEqual([]);
    expect(own.filter(serves)).toEqual(own);
  });

  it('gets 421 for everything, even metrics', async () => {
    const { url } = await startTiny({ models: [tinyModel('rebound')], allowHosts: ['models.example'] });
    const port = Number(new URL(url).port);
    const get = (path: string, host: string) =>
      receive(port, head(`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close'));

    for (const path of ['/metrics', '/healthz', '/v2/models/rebound']) {
      expect(await get(path, 'rebound.example')).toMatch(/^HTTP\/1\.1 421 /);
      expect(await get(path, `models.example:${port}`)).toMatch(/^HTTP\/1\.1 200 /);
    }
  });
});

import { describe, expect, it, vi } from 'vitest';
import { servesHosts } from '../../../local/server/hosts.ts';
import { startTiny, tinyModel } from '../support/tiny-service.ts';
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
    ['is an address of IPv6', ['GET /healthz HTTP/1.1', 'Host: [::1]:8080']],
  ])('does no harm where it %s', async (_, lines) => {
    const received = await sent(lines);

    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(received).toContain('"path":"/healthz"');
  });

  it.each([
    ['it has two words', ['GET /healthz HTTP/1.1', 'Host: two words']],
    ['it has a user', ['GET /healthz HTTP/1.1', 'Host: user@somewhere']],
    ['its port is none', ['GET /healthz HTTP/1.1', 'Host: somewhere:99999']],
    ['it has a path', ['GET /healthz HTTP/1.1', 'Host: some/where']],
    ['there are two', ['GET / HTTP/1.1', 'Host: localhost', 'Host: elsewhere']],
    ['its request is of HTTP/2.0', ['GET / HTTP/2.0', 'Host: localhost']],
    ['its request is of HTTP/0.9', ['GET / HTTP/0.9', 'Host: localhost']],
  ])('gets a problem where %s', async (_, lines) => {
    const received = await sent(lines);

    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toContain('x-content-type-options: nosniff');
    expect(received).toContain('urn:subsecond:problem:malformed-request');
  });
});

describe('An app that fails altogether', () => {
  it('costs its request a problem, and nobody else anything', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failures = [
      () => Promise.reject(new Error('broken')),
      () => {
        throw new Error('broken');
      },
    ];
    const { url } = await openServer(
      {},
      (request, transport) => failures.pop()?.() ?? echo(request, transport),
    );

    const responses = [await fetch(url), await fetch(url), await fetch(url)];

    expect(responses.map(({ status }) => status)).toEqual([500, 500, 200]);
    expect(await responses[0]!.json()).toMatchObject({ type: 'urn:subsecond:problem:internal' });
    said.mockRestore();
  });
});

describe('A page whose name points to this machine', () => {
  it.each([
    ['rebound.example:8080', false],
    ['localhost.rebound.example', false],
    ['127.0.0.1.rebound.example', false],
    ['[::1].example', false],
    ['a@localhost', false],
    ['localhost', true],
    ['LOCALHOST.:8080', true],
    ['a.localhost', true],
    ['127.0.0.1:8080', true],
    ['[::1]:8080', true],
    ['192.168.1.2', true],
    ['models.example:80', true],
    ['', true],
  ])('is told from whoever may connect: %s', (host, isServed) => {
    expect(servesHosts(['0.0.0.0', 'Models.example'])(host)).toBe(isServed);
  });

  it('gets 421 for everything, the metrics of the service as well', async () => {
    const { url } = await startTiny({ models: [tinyModel('rebound')], allowHosts: ['models.example'] });
    const port = Number(new URL(url).port);
    const statuses: (string | undefined)[] = [];
    for (const path of ['/metrics', '/healthz', '/v2/models/rebound']) {
      for (const host of ['rebound.example', `models.example:${port}`]) {
        const received = await receive(
          port,
          head(`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close'),
        );
        statuses.push(/^HTTP\/1.1 (\d+)/.exec(received)?.[1]);
      }
    }

    expect(statuses).toEqual(['421', '200', '421', '200', '421', '200']);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { echo, head, openServer, openWire } from './open-server.ts';

async function sent(lines: string[]): Promise<string> {
  const { port } = await openServer({}, echo);
  const wire = await openWire(port);
  wire.socket.write(head(...lines, 'Connection: close'));
  await wire.closed;
  return wire.received;
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

  it.each(['two words', 'user@somewhere', 'somewhere:99999', 'some/where'])(
    'that is none gets a problem: %s',
    async (host) => {
      const received = await sent(['GET /healthz HTTP/1.1', `Host: ${host}`]);

      expect(received).toMatch(/^HTTP\/1\.1 400 /);
      expect(received).toContain('x-content-type-options: nosniff');
      expect(received).toContain('urn:subsecond:problem:malformed-request');
    },
  );
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

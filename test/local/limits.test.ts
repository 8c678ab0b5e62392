import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startFixture } from './helpers/fixture-service.ts';

const MEGABYTE = 1024 * 1024;

async function postBytes(url: string, bytes: number): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(bytes) });
}

describe('The limits of AWS', () => {
  it('let a request of five megabytes through', async () => {
    const { url } = await startFixture('echo');

    const response = await postBytes(url, 5 * MEGABYTE);

    expect(response.status).toBe(200);
    expect(await response.json()).toHaveProperty('body.length', 5 * MEGABYTE);
  });

  it('stop a request of more than 6 MB before the function, with 413', async () => {
    const { url } = await startFixture('echo');

    const response = await postBytes(url, 6 * MEGABYTE);

    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ type: 'urn:subsecond:problem:event-too-large' });
  });

  it('stop a request of more than 10 MB at the gateway, with 413', async () => {
    const { url } = await startFixture('echo');

    const response = await postBytes(url, 10 * MEGABYTE + 1);

    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ type: 'urn:subsecond:problem:request-too-large' });
  });

  it('stop a request of more than 10 MB that does not announce its size', async () => {
    const { url } = await startFixture('echo');

    const status = await new Promise((resolve, reject) => {
      const sending = request(url, { method: 'POST' }, (response) => resolve(response.statusCode));
      sending.on('error', reject);
      for (let megabyte = 0; megabyte < 11; megabyte += 1) sending.write(Buffer.alloc(MEGABYTE));
      sending.end();
    });

    expect(status).toBe(413);
  });

  it('turn an answer of more than 6 MB into a 502 and keep the environment', async () => {
    const service = await startFixture('echo');
    const [before] = service.environments();

    // Quotation marks are escaped twice on the way back.
    const response = await fetch(service.url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '"'.repeat(2 * MEGABYTE),
    });
    const next = await fetch(service.url);

    expect(response.status).toBe(502);
    expect(next.status).toBe(200);
    expect(service.environments()).toEqual([before]);
  });

  it('allow 10,240 bytes of headers', async () => {
    const { url } = await startFixture('echo');

    const response = await fetch(url, { headers: { 'x-long': 'x'.repeat(10_240) } });

    expect(response.status).toBe(431);
  });

  it('hold no more than 256 MB of bodies at one time', async () => {
    const { url } = await startFixture('slow');
    const open = Array.from({ length: 25 }, () => {
      const sending = request(url, { method: 'POST', headers: { 'transfer-encoding': 'chunked' } });
      sending.on('error', () => {});
      sending.write('begun');
      return sending;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));

    const response = await postBytes(url, 7 * MEGABYTE);
    for (const sending of open) sending.destroy();

    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ type: 'urn:subsecond:problem:too-many-uploads' });
  });
});

import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { MAX_PICTURE_BYTES } from '../../functions/inference/contracts/picture-size.ts';
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

  it('stop an event of 6,291,456 bytes, and let one of a byte less through', async () => {
    const { url: echo } = await startFixture('echo');
    const { url } = await startFixture('slow');
    const event = JSON.stringify(await (await postBytes(echo, MEGABYTE)).json());
    const most = 6_291_455 - (event.length - MEGABYTE);

    const statuses = [(await postBytes(url, most)).status, (await postBytes(url, most + 1)).status];

    expect(statuses).toEqual([200, 413]);
  });

  it('let the largest picture through, whether as it is, in a form or in JSON', async () => {
    const { url } = await startFixture('slow');
    const picture = Buffer.alloc(MAX_PICTURE_BYTES, 0xff);
    const cookie = 'c'.repeat(9_000);
    const json = { cookie, 'content-type': 'application/json' };
    const file = new Blob([picture], { type: 'image/jpeg' });
    const form = new FormData();
    form.append('image', file, 'a.jpg');

    const wrapped: RequestInit[] = [
      { headers: { cookie }, body: file },
      { headers: { cookie }, body: form },
      { headers: json, body: JSON.stringify({ image: picture.toString('base64') }) },
    ];
    for (const request of wrapped) {
      expect((await fetch(url, { method: 'POST', ...request })).status).toBe(200);
    }
  });

  it('say how large a picture may be, and what to do', async () => {
    const { url } = await startFixture('slow');
    const advice = 'at most 4500000 bytes: send a smaller one, for example 2000 pixels wide';

    for (const megabytes of [5, 11]) {
      const body = new Blob([Buffer.alloc(megabytes * MEGABYTE)], { type: 'image/jpeg' });
      const response = await fetch(url, { method: 'POST', body });

      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ detail: expect.stringContaining(advice) });
    }
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
});

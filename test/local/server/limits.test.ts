import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { MAX_PICTURE_BYTES } from '../../../functions/inference/problems/gateway-problems.ts';
import { openServer } from './open-server.ts';

const MEGABYTE = 1024 * 1024;

async function postText(url: string, bytes: number): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(bytes) });
}

describe('The limits of AWS, which hold on one machine as well', () => {
  it('let a text through that fits into an event of Lambda, and no longer one', async () => {
    const { url } = await openServer();

    const statuses = [(await postText(url, 6_291_455)).status, (await postText(url, 6_291_456)).status];

    expect(statuses).toEqual([200, 413]);
  });

  it('let the largest picture through, whether as it is, in a form or in JSON', async () => {
    const { url } = await openServer();
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
    const { url } = await openServer();
    const advice = 'at most 4500000 bytes: send a smaller one, for example 2000 pixels wide';

    for (const megabytes of [5, 11]) {
      const body = new Blob([Buffer.alloc(megabytes * MEGABYTE)], { type: 'image/jpeg' });
      const response = await fetch(url, { method: 'POST', body });

      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ detail: expect.stringContaining(advice) });
    }
  });

  it('give way to a limit of the service itself', async () => {
    const { url } = await openServer({ bodyBytes: 11 * MEGABYTE });

    const statuses = [
      (await postText(url, 11 * MEGABYTE)).status,
      (await postText(url, 11 * MEGABYTE + 1)).status,
    ];

    expect(statuses).toEqual([200, 413]);
  });

  it('stop a request of more than 10 MB that does not announce its size', async () => {
    const { url } = await openServer();

    const status = await new Promise((resolve, reject) => {
      const sending = request(url, { method: 'POST' }, (response) => resolve(response.statusCode));
      sending.on('error', reject);
      for (let megabyte = 0; megabyte < 11; megabyte += 1) sending.write(Buffer.alloc(MEGABYTE));
      sending.end();
    });

    expect(status).toBe(413);
  });

  it('allow 10,240 bytes of headers', async () => {
    const { url } = await openServer();

    const response = await fetch(url, { headers: { 'x-long': 'x'.repeat(10_240) } });

    expect(response.status).toBe(431);
  });
});

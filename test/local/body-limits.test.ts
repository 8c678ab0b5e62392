import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { plain, RED } from '../functions/support/pictures.ts';
import { send, startTiny } from './support/tiny-service.ts';

const MOST = 12_000_000;

describe('A service on one machine with a limit of its own', () => {
  it('holds pictures and decompressed bodies to it, not to what Lambda and API Gateway accept', async () => {
    const { url } = await startTiny({ maxBodyBytes: MOST });
    const red = await plain(RED).jpeg().toBuffer();
    const picture = (bytes: number) => Buffer.concat([red, Buffer.alloc(bytes - red.length)]);
    const form = (bytes: number) => {
      const body = new FormData();
      body.append('image', new File([new Uint8Array(picture(bytes))], 'red.jpg'));
      return fetch(`${url}/predictions/colours`, { method: 'POST', body });
    };
    const inflated = (bytes: number) => {
      const input = { name: 'picture', datatype: 'BYTES', shape: [1], data: [' '.repeat(bytes)] };
      const body = new Uint8Array(gzipSync(JSON.stringify({ inputs: [input] })));
      const headers = { 'content-encoding': 'gzip' };
      return fetch(`${url}/v2/models/colours/infer`, { method: 'POST', headers, body });
    };

    expect((await send(url, 'colours', undefined, picture(MOST))).status).toBe(200);
    expect((await form(MOST - 1000)).status).toBe(200);
    expect((await inflated(MOST - 1000)).status).toBe(415);
    for (const refused of [await send(url, 'colours', undefined, picture(MOST + 1)), await inflated(MOST)]) {
      expect(refused.status).toBe(413);
      expect(await refused.text()).toMatch(/at most 12000000 bytes.*npm start -- --max-body/);
    }
  });
});

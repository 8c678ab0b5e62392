import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ModelInfo } from '../../functions/inference/contracts/contract.ts';
import { MODEL_SLOT, pageRoute } from '../../functions/inference/information/page.ts';
import { request } from '../functions/support/requests.ts';

const PAGE = {
  html: `<!doctype html><title>書</title><script type="application/json">${MODEL_SLOT}</script>`,
  contentSecurityPolicy: "default-src 'none'",
};
const MODEL = {
  name: 'digits',
  pipeline: 'image-classification',
  version: '7',
  title: 'Digits </script><!--',
  hint: '',
  members: ['first', 'second'],
  deadlineMilliseconds: 500,
  page: { language: 'en' },
  labels: { labels: ['7', '8'] },
  tensors: { inputs: [{ name: 'pixels', datatype: 'UINT8', shape: [1] }], outputs: [] },
  models: [
    { name: 'digits', version: '7', title: 'Digits' },
    { name: 'ants-bees', version: '1', title: 'Ants and bees' },
  ],
} as unknown as ModelInfo;
const SAMPLE = { name: 'a.png', label: '3', mediaType: 'image/png', base64: 'AAAA' };

/** Requests the page. @param encodings the request's `accept-encoding` */
async function get(encodings?: string) {
  const headers = encodings === undefined ? {} : { 'accept-encoding': encodings };
  const [page, samples] = [async () => PAGE, async () => [SAMPLE]];
  const respond = pageRoute(page, MODEL, 'predictions', samples);
  const { headers: received, body } = await respond(request('GET', '/', { headers }));
  return { headers: received, body: Buffer.from(body as string) };
}

describe('the page as a response', () => {
  it('is compressed for clients that accept gzip', async () => {
    const { body, headers } = await get('br, gzip;q=0.08');

    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(body)).toEqual((await get()).body);
  });

  it.each(['', 'identity', 'br', 'gzip;q=0, br', 'gzip; q=0.0'])(
    'is plain for clients that accept "%s"',
    async (own) => {
      const { body, headers } = await get(own);

      expect(String(body)).toMatch(/^<!doctype html>/);
      expect(headers['content-encoding']).toBeUndefined();
    },
  );

  it('has its model, the samples, and the other models of the service', async () => {
    const { body } = await get();

    const model = JSON.parse(/json">(.*)<\/script>$/.exec(String(body))?.[1] ?? '');
    const { name, pipeline, title, hint, version, deadlineMilliseconds, page } = MODEL;
    const same = { name, pipeline, title, hint, version, deadlineMilliseconds, page };
    expect(model).toEqual({
      ...same,
      contract: 'predictions',
      inputs: [{ name: 'pixels', datatype: 'UINT8', shape: [1] }],
      members: 2,
      samples: [SAMPLE],
      takesCandidateLabels: false,
      labels: 2,
      others: [{ name: 'ants-bees', title: 'Ants and bees' }],
    });
  });

  it('escapes a model’s texts', async () => {
    const body = String((await get()).body);

    expect(body.match(/<\/script>/g)).toHaveLength(1);
    expect(body).not.toContain('<!--');
  });
});

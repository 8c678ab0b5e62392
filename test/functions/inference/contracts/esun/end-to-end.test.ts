import { describe, expect, it } from 'vitest';
import { MAX_CHARACTERS } from '../../../../../functions/inference/contracts/esun/esun-2022.ts';
import { openInferenceOutline } from '../../../../../functions/inference/contracts/open-inference/client.ts';
import type { Transport } from '../../../../../functions/inference/service/transport.ts';
import { correctionModel } from '../../../../support/correction-model.ts';
import { MemoryTable } from '../../../support/memory-table.ts';
import { bodyOf, post, request } from '../../../support/requests.ts';
import { readBy, sampleOf } from '../../../support/samples.ts';
import { quietService, UNHURRIED_STORE } from '../../../support/tiny.ts';

const HEARD = ['在 見 <htr>', '在 家'];

const store = new MemoryTable();
const folder = correctionModel([['在 見', '再見']]);
const service = await quietService({ ...UNHURRIED_STORE, MODEL_DIRECTORY: folder }, { store });

function send(id: string, sentences = HEARD, changes = {}, transport: Partial<Transport> = {}) {
  const body = { esun_uuid: id, esun_timestamp: 1_795_255_200, sentence_list: sentences, retry: 2 };
  return service(post(JSON.stringify({ ...body, ...changes })), transport);
}

describe('a model behind the contract esun-2022', () => {
  it('responds with the corrected sentence, without spaces', async () => {
    const response = await send('one');

    expect(response).toMatchObject({ status: 200, headers: { 'x-subsecond-cache': 'miss' } });
    expect(bodyOf(response)).toMatchObject({ esun_uuid: 'one', answer: '再見' });
  });

  it.each([
    ['there is no time', '在 見', { waitedMilliseconds: 400_000 }],
    ['the sentence is longer than members take', '在見'.repeat(MAX_CHARACTERS / 2), {}],
  ])('returns the recognised sentence if %s, and stores nothing', async (name, heard, transport) => {
    for (const retry of [2, 1]) {
      const response = await send(name, [heard], { retry }, transport);
      expect(bodyOf(response).answer).toBe(heard.replace(' ', ''));
      expect(response.headers).toMatchObject({ 'x-subsecond-members': '0/3; fallback' });
    }
    expect(store.items.has(`sentences#${name}`)).toBe(false);
  });

  it.each([
    ['nothing', ['', '<sil>']],
    ['ten times the longest sentence', Array(10).fill('。'.repeat(MAX_CHARACTERS))],
    ['control characters, emoji and half-width forms', ['\0 \u001b 👩‍👩‍👧‍👦 ﾊﾛｰ ＡＢ']],
    ['characters that no member knows', ['𠮷野家 Straße']],
  ])('returns %s as recognised, without spaces', async (name, sentences) => {
    const response = await send(name, sentences);

    expect([response.status, bodyOf(response).answer]).toEqual([200, sentences[0].replaceAll(' ', '')]);
  });

  it('is described by its first contract, and accepts the Open Inference Protocol as well', async () => {
    const description = bodyOf(await service(request('GET', '/openapi.json')));
    const page = await service(request('GET', '/docs'));

    const client = openInferenceOutline.client('sentences', 'hypotheses');
    const reply = await readBy(client, service, sampleOf('text/plain', '在 見\n'));

    expect(description).toHaveProperty(['paths', '/inference']);
    expect(description).toHaveProperty('components.schemas.Esun2022Request');
    expect(String(page.body)).toContain('array of 1 to 10: string, 0 to 10000 characters');
    expect(reply).toEqual({ prediction: '再見' });
  });
});

import { describe, expect, it } from 'vitest';
import { findModel } from '../../model-repository/find-model.ts';
import { loadLocalModel } from '../../model-repository/local-model.ts';
import { clientOf, openRequestSource, sendToService } from '../../model-repository/request-source.ts';
import { UsageError } from '../../project/usage-error.ts';
import { fakeService } from '../functions/support/fake-service.ts';
import { modelFolder, samplesFolder } from '../load-tests/fixtures/model-folder.ts';
import { textModel } from '../support/text-model.ts';

describe('the source of requests', () => {
  it('has the first contract and the samples of the model, or those that are given', async () => {
    const model = modelFolder(['永', '字']);

    const own = await openRequestSource({ model });
    const other = await openRequestSource({
      model,
      contract: 'open-inference',
      samples: samplesFolder(['水']),
    });

    expect(own).toMatchObject({ client: { contract: 'esun-2021' }, manifest: { model: 'fake' } });
    expect(own.samples).toMatchObject([
      { name: '0.jpg', label: '永', mediaType: 'image/jpeg' },
      { name: '1.jpg', label: '字', mediaType: 'image/jpeg' },
    ]);
    expect(other).toMatchObject({ client: { contract: 'open-inference' }, samples: [{ label: '水' }] });
  });

  it.each([
    ['digts', 'there is no model "digts": did you mean digits?'],
    ['speech', /^there is no model "speech": expected the file .*; available models: .*digits/],
  ])('suggests a similar name for a missing model: %s', async (model, message) => {
    await expect(openRequestSource({ model })).rejects.toThrow(message);
  });

  it('uses open-inference if the model names no contract', () => {
    expect(clientOf({ model: 'plain', contracts: [] }).contract).toBe('open-inference');
  });

  it('refuses a contract that exists, but not for the model', () => {
    expect(() => clientOf({ model: 'plain', contracts: ['predictions'] }, 'esun-2021')).toThrow(
      new UsageError(
        'the model plain does not have the contract "esun-2021"; its contracts are: predictions, open-inference',
      ),
    );
  });
});

describe('the clients', () => {
  const sample = { name: '1.jpg', label: 'a', mediaType: 'image/jpeg', bytes: Buffer.of(1, 2, 3) };
  const text = { ...sample, mediaType: 'text/plain', bytes: Buffer.from('What a beautiful morning') };
  const client = (contract: string) => clientOf({ model: 'signs', contracts: [contract] });

  it.each([
    ['predictions', sample, false],
    ['open-inference', sample, false],
    ['esun-2021', sample, true],
    ['esun-2022', text, true],
  ])('of %s send with an id, and without one unless they need it', (contract, given, isNeeded) => {
    const { needsId, request } = client(contract);
    /** Headers and body as text. */
    const sent = (id: string | undefined) => {
      const { headers, body } = request(given, id, 2);
      return JSON.stringify(headers) + Buffer.from(body).toString('latin1');
    };

    expect(needsId).toBe(isNeeded);
    expect(sent('an-id')).toContain('an-id');
    if (isNeeded) expect(() => sent(undefined)).toThrow(TypeError);
    else expect(sent(undefined)).not.toMatch(/"(x-request-)?id"/);
  });

  it.each([
    ['sentiment', 'predictions', 'positive'],
    ['sentiment', 'open-inference', 'positive'],
    ['embedding', 'predictions', /^\[-?0\.\d/],
    ['embedding', 'openai-embeddings', /^\[-?0\.\d/],
    ['embedding', 'open-inference', /"name":"embedding"/],
  ] as const)('send a text to a model of %s by %s, and read the response', async (of, contract, read) => {
    const found = await findModel(textModel(of, { contracts: [contract] }));
    const { predict } = await loadLocalModel(found);

    const prediction = await predict(text);

    expect(prediction.reply()).toMatchObject({ prediction: expect.stringMatching(read) });
  });

  it('are used to send a request to a service', async () => {
    const headers = { 'x-subsecond-prediction': '%E6%B0%B8' };
    const { url, arrived } = await fakeService(() => ({ headers, body: '{"b": 0.4}' }));

    const { reply, response } = await sendToService(`${url}/below/`, client('predictions'), sample, 'an-id');

    expect(reply).toMatchObject({ prediction: '永' });
    expect(response).toMatchObject({ status: 200, body: '{"b": 0.4}' });
    expect(arrived).toMatchObject([
      { path: '/below/predictions/signs', headers: { 'idempotency-key': 'an-id' }, body: '\x01\x02\x03' },
    ]);
  });
});

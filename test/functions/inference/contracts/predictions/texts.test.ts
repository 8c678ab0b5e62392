import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { predictionsOutline } from '../../../../../functions/inference/contracts/predictions/client.ts';
import { readFixture } from '../../../../support/fixtures.ts';
import { graph } from '../../../../support/onnx-graph.ts';
import { EXPECTED, textModel } from '../../../../support/text-model.ts';
import { MemoryTable } from '../../../support/memory-table.ts';
import { bodyOf, post } from '../../../support/requests.ts';
import { readBy, sampleOf } from '../../../support/samples.ts';
import { cacheOutcomes, quietService } from '../../../support/tiny.ts';

const GOOD = 'What a beautiful morning';
const BAD = 'The soup was cold and awful';
const LONG = 'soup '.repeat(40);
interface PairFixture {
  readonly scores: readonly [text: string, pair: string, negative: number, positive: number][];
  readonly zeroShot: Record<'text' | 'template', string> & Record<'one' | 'several', Record<string, number>>;
}
const { scores: SCORES, zeroShot: ZERO_SHOT } = readFixture('tokens/pairs.json') as PairFixture;
const PREDICTIONS = { contracts: ['predictions'] };

const sent = (type: string, body: string | Uint8Array, headers: object, model: string) =>
  post(body, `/predictions/${model}`, { 'content-type': type, ...headers });
const plain = (text: string, headers = {}, model = 'sentiment') =>
  sent('text/plain; charset=utf-8', text, headers, model);
const inJson = (body: object, headers = {}, model = 'sentiment') =>
  sent('application/json', JSON.stringify(body), headers, model);

const directory = textModel('sentiment', PREDICTIONS);
const send = await quietService({ MODEL_DIRECTORY: directory });
const embed = await quietService({ MODEL_DIRECTORY: textModel('embedding', PREDICTIONS) });

/** An entailment model, which scores the candidate labels of a request. */
const entailing = textModel('sentiment', PREDICTIONS);
writeFileSync(path.join(entailing, 'labels.txt'), 'contradiction\nentailment\n');
/** A model with the same labels, whose graph returns the probabilities 1 and 0. */
const sharing = textModel('sentiment', { ...PREDICTIONS, output: { scores: 'probabilities' } });
writeFileSync(path.join(sharing, 'labels.txt'), 'contradiction\nentailment\n');
writeFileSync(
  path.join(sharing, 'model.onnx'),
  graph(
    [
      ['input_ids', 'INT64', ['n', 'tokens']],
      ['attention_mask', 'INT64', ['n', 'tokens']],
    ],
    [
      ['Cast', ['attention_mask'], ['mask'], { to: 1 }],
      ['ReduceMean', ['mask'], ['one']],
      ['Sub', ['one', 'one'], ['zero']],
      ['Concat', ['one', 'zero'], ['probabilities'], { axis: 1 }],
    ],
    [['probabilities', 'FP32', ['n', 2]]],
  ),
);
const CANDIDATES = { text: ZERO_SHOT.text, hypothesis_template: ZERO_SHOT.template };

describe('contract predictions for texts', () => {
  it.each([
    ['itself', plain(GOOD)],
    ['in JSON', inJson({ text: GOOD })],
    ['that is not declared to be anything', post(Buffer.from(GOOD), '/predictions/sentiment', {})],
  ])('responds to a text %s with its labels, best first', async (_, request) => {
    const response = await send(request);

    expect(response).toMatchObject({ status: 200, headers: { 'x-subsecond-prediction': 'positive' } });
    expect(Object.keys(bodyOf(response))).toEqual(['positive', 'negative']);
    expect(response.headers['x-subsecond-truncated']).toBeUndefined();
  });

  it('responds to several texts in their order, and says which were cut', async () => {
    const response = await send(inJson({ texts: [GOOD, LONG, BAD] }));

    const best = (bodyOf(response) as unknown as object[]).map((ranking) => Object.keys(ranking)[0]);
    expect([best[0], best[2]]).toEqual(['positive', 'negative']);
    expect(response.headers['x-subsecond-truncated']).toBe('1');
  });

  it('gives a text its embedding, and several a list of them', async () => {
    const { text, embedding } = EXPECTED[2]!;

    const one = bodyOf(await embed(plain(text, {}, 'embedding')));
    const two = bodyOf(await embed(inJson({ texts: [text, ''] }, {}, 'embedding')));

    const close = embedding.map((value) => expect.closeTo(value, 5));
    expect(one).toEqual(close);
    expect(two).toEqual([close, expect.any(Array)]);
  });

  it('treats the same texts as the same request in every form', async () => {
    const caching = await quietService({ MODEL_DIRECTORY: directory }, { store: new MemoryTable() });
    const id = { 'idempotency-key': 'one' };

    const [one, list] = [inJson({ text: GOOD }, id), inJson({ texts: [GOOD] }, id)];

    const outcomes = await cacheOutcomes(caching, [plain(GOOD, id), one, list, plain(BAD, id)]);

    expect(outcomes).toEqual(['miss', 'hit', 'hit', 422]);
    expect(bodyOf(await caching(list))).toEqual([bodyOf(await caching(one))]);
  });

  it.each([
    ['a picture', sent('image/png', '', {}, 'sentiment'), 415, 'text/plain'],
    ['bytes that are no text', sent('text/plain', Buffer.of(0xff), {}, 'sentiment'), 400, 'UTF-8'],
    ['neither text nor texts', inJson({}), 400, 'either "text"'],
    ['both', inJson({ text: GOOD, texts: [BAD] }), 400, 'either "text"'],
    ['a pair without its first text', inJson({ text_pair: BAD }), 400, 'either "text"'],
    ['a pair beside a list', inJson({ texts: [GOOD], text_pair: BAD }), 400, 'only beside "text"'],
    [
      'an unknown field of a pair',
      inJson({ texts: [{ text: GOOD, pair: BAD }] }),
      400,
      '/texts/0/pair is unknown',
    ],
    ['three texts as a pair', inJson({ texts: [[GOOD, BAD, BAD]] }), 400, '/texts/0'],
    ['no texts', inJson({ texts: [] }), 400, '/texts must have'],
    ['a list', inJson([{ text: GOOD }]), 400, 'The body must be an object, not a list'],
    ['something else as text', inJson({ text: 1 }), 400, '/text must be a string'],
  ])('refuses %s', async (_, request, status, detail) => {
    const response = await send(request);

    expect(response.status).toBe(status);
    expect(bodyOf(response).detail).toContain(detail);
  });

  it('refuses pairs for embeddings', async () => {
    const response = await embed(inJson({ text: GOOD, text_pair: BAD }, {}, 'embedding'));

    const detail = '/text_pair is unknown: the fields are text, texts.';
    expect(bodyOf(response)).toMatchObject({ status: 400, detail });
  });

  const wrappings = [
    (text: string, pair: string) => ({ text, text_pair: pair }),
    (text: string, pair: string) => ({ texts: [{ text, text_pair: pair }] }),
    (text: string, pair: string) => ({ texts: [[text, pair]] }),
  ];
  it.each(SCORES)(
    'scores the pair of %s and %s as Python does, cut or not',
    async (text, pair, bad, good) => {
      for (const wrap of wrappings) {
        const [probabilities] = [bodyOf(await send(inJson(wrap(text, pair))))].flat();
        expect(probabilities).toEqual({
          negative: expect.closeTo(bad, 5),
          positive: expect.closeTo(good, 5),
        });
      }
    },
  );

  it.each([
    ['one of them applies', 'one', {}],
    ['each applies or not', 'several', { multi_label: true }],
  ] as const)('orders candidate labels, of which %s, as Python does', async (_, key, fields) => {
    const service = await quietService({ MODEL_DIRECTORY: entailing });
    const shares = ZERO_SHOT[key];
    const labels = Object.keys(shares).sort((one, other) => shares[other]! - shares[one]!);

    for (const candidate_labels of [Object.keys(shares), Object.keys(shares).join(', ')]) {
      const response = await service(inJson({ ...CANDIDATES, ...fields, candidate_labels }));

      expect(response.headers['x-subsecond-prediction']).toBe(labels[0]);
      const scores = labels.map((label) => expect.closeTo(shares[label]!, 5));
      expect(bodyOf(response)).toEqual({ sequence: ZERO_SHOT.text, labels, scores });
    }
    const sample = sampleOf('application/json', JSON.stringify({ ...CANDIDATES, candidate_labels: labels }));
    const reply = await readBy(predictionsOutline.client('sentiment'), service, sample);
    expect(reply).toMatchObject({ prediction: labels[0] });
  });

  it('treats candidate labels and the pairs of their claims as different requests', async () => {
    const caching = await quietService({ MODEL_DIRECTORY: entailing }, { store: new MemoryTable() });
    const id = { 'idempotency-key': 'one' };
    const claims = ['soup', 'bread'].map((label) => [GOOD, `This example is ${label}.`]);

    const outcomes = await cacheOutcomes(caching, [
      inJson({ text: GOOD, candidate_labels: ['soup', 'bread'] }, id),
      inJson({ text: GOOD, candidate_labels: 'soup,bread', multi_label: false }, id),
      inJson({ text: GOOD, candidate_labels: ['soup', 'bread'], multi_label: true }, id),
      inJson({ texts: claims }, id),
    ]);

    expect(outcomes).toEqual(['miss', 'hit', 422, 422]);
  });

  it.each([
    ['a template without labels', { text: GOOD, hypothesis_template: 'It is {}.' }, '"candidate_labels"'],
    ['labels of several texts', { texts: [GOOD], candidate_labels: ['a'] }, 'one "text"'],
    ['labels of a pair', { text: GOOD, text_pair: BAD, candidate_labels: ['a'] }, 'one "text"'],
    ['commas alone', { text: GOOD, candidate_labels: ', ,' }, '"candidate_labels"'],
    ['an empty label', { text: GOOD, candidate_labels: [''] }, '/candidate_labels/0 must have a length'],
    ['a template without a place', { ...CANDIDATES, hypothesis_template: 'It is.' }, 'must have {}'],
  ])('refuses %s', async (_, body, detail) => {
    const service = await quietService({ MODEL_DIRECTORY: entailing });

    expect(bodyOf(await service(inJson(body)))).toMatchObject({
      status: 400,
      detail: expect.stringContaining(detail),
    });
  });

  it.each([
    ['knows no entailment', directory, '/candidate_labels is unknown'],
    ['gives probabilities', sharing, 'Labels of your own need a model that gives logits.'],
  ])('refuses candidate labels where the model %s', async (_, folder, detail) => {
    const service = await quietService({ MODEL_DIRECTORY: folder });
    const response = await service(inJson({ text: GOOD, candidate_labels: ['soup', 'bread'] }));

    expect(bodyOf(response)).toMatchObject({ status: 400, detail: expect.stringContaining(detail) });
  });

  it('treats the same pairs as the same request, and a pair and its first text as different ones', async () => {
    const caching = await quietService({ MODEL_DIRECTORY: directory }, { store: new MemoryTable() });
    const id = { 'idempotency-key': 'one' };

    const outcomes = await cacheOutcomes(caching, [
      inJson({ text: GOOD, text_pair: BAD }, id),
      inJson({ texts: [[GOOD, BAD]] }, id),
      plain(GOOD, id),
      inJson({ texts: [GOOD, BAD] }, id),
      inJson({ text: BAD, text_pair: GOOD }, id),
    ]);

    expect(outcomes).toEqual(['miss', 'hit', 422, 422, 422]);
  });
});

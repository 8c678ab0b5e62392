/** Tiny text models, run as the service runs them. */
import { describe, expect, it } from 'vitest';
import type { Ensemble } from '../../../../../functions/inference/ensemble/ensemble.ts';
import type { TextEmbeddings } from '../../../../../functions/inference/pipelines/feature-extraction/pipeline.ts';
import type { TextClassification } from '../../../../../functions/inference/pipelines/text-classification/probabilities.ts';
import { modelOf } from '../../../../support/fixtures.ts';
import { EXPECTED, textModel } from '../../../../support/text-model.ts';
import { ensembleIn } from '../../../support/tiny.ts';

const open = (folder: string, concurrency = 1) => ensembleIn(folder, { concurrency });

const embeddingsOf = async (ensemble: Ensemble, texts: readonly string[]) =>
  (await ensemble.predict({ texts })).output as TextEmbeddings;
const classified = async (ensemble: Ensemble, texts: readonly string[]) =>
  (await ensemble.predict({ texts })).output as TextClassification;

function expectClose(given: ArrayLike<number>, wanted: ArrayLike<number>) {
  expect(given.length).toBe(wanted.length);
  for (let index = 0; index < given.length; index++)
    expect(Math.abs(given[index]! - wanted[index]!)).toBeLessThan(1e-5);
}

const TEXTS = EXPECTED.map(({ text }) => text);
const TRUNCATED = [...EXPECTED.keys()].filter(
  (index) => EXPECTED[index]!.ids.length > EXPECTED[index]!.truncated.length,
);
const TWO = [
  { name: 'light', file: 'model.onnx' },
  { name: 'heavy', file: 'model.onnx', weight: 3 },
];

describe.each([
  ['alone', { batch: { largest: 1 } }, 1],
  ['in batches of texts of about one length', { batch: { largest: 8 } }, 64],
])('Texts that run %s', (_, fields, concurrency) => {
  it('have the embeddings of onnxruntime in Python', async () => {
    const given = await embeddingsOf(await open(textModel('embedding', fields), concurrency), TEXTS);

    expect(given.truncated).toEqual(TRUNCATED);
    expect(given.tokens).toEqual(EXPECTED.map(({ truncated }) => truncated.length));
    for (const [index, embedding] of given.embeddings.entries())
      expectClose(embedding, EXPECTED[index]!.embedding);
  });

  it('have the probabilities of onnxruntime in Python', async () => {
    const given = await classified(await open(textModel('sentiment', fields), concurrency), TEXTS);

    expect(given.truncated).toEqual(TRUNCATED);
    for (const [index, row] of given.probabilities.entries())
      expectClose(row, EXPECTED[index]!.probabilities);
  });
});

it('texts of several requests share batches', async () => {
  const ensemble = await open(textModel('embedding', { batch: { largest: 8 } }), 16);

  const given = await Promise.all(TEXTS.slice(0, 16).map((text) => ensemble.predict({ texts: [text] })));

  expect(Math.max(...given.map(({ votes }) => votes[0]!.batch))).toBeGreaterThan(1);
  for (const [index, { output }] of given.entries()) {
    expectClose((output as TextEmbeddings).embeddings[0]!, EXPECTED[index]!.embedding);
  }
});

describe('Embeddings', () => {
  it('are a mean of members, with a length of 1', async () => {
    const ensemble = await open(textModel('embedding', { members: TWO }));

    const { embeddings } = await embeddingsOf(ensemble, ['Hello, world!']);

    expectClose(embeddings[0]!, EXPECTED[2]!.embedding);
  });

  it('are pooled and normalised as the manifest says', async () => {
    const texts = ['The soup', 'The train came'];
    const pooled = async (fields: Record<string, unknown>) => {
      const { embeddings } = await embeddingsOf(await open(textModel('embedding', fields)), texts);
      return embeddings[0]!;
    };
    const mean = await pooled({ pooling: 'mean', normalize: false });
    const cls = await pooled({ pooling: 'cls', normalize: false });
    const max = await pooled({ pooling: 'max', normalize: false });

    for (const [index, value] of mean.entries()) {
      expect(Math.max(value, cls[index]!)).toBeLessThanOrEqual(max[index]!);
    }
    expectClose(
      mean.map((value) => value / Math.hypot(...mean)),
      await pooled({}),
    );
  });

  it('are the same from the cache', async () => {
    const { pipeline } = await open(textModel('embedding'));
    const output = { embeddings: [Float32Array.of(0.1, -2)], tokens: [3], truncated: [0] };

    expect(pipeline.unpack(pipeline.pack(output))).toEqual(output);
  });
});

describe('Labels', () => {
  it('are decided by the first member if no other member can change them', async () => {
    const ensemble = await open(textModel('sentiment', { members: TWO.toReversed() }));

    const sure = await ensemble.predict({ texts: ['I love this little shop'] });

    expect(sure.votes.map(({ name }) => name)).toEqual(['heavy']);
  });

  it('have independent probabilities if several can be right', async () => {
    const ensemble = await open(textModel('sentiment', { output: { scores: 'sigmoid' }, members: TWO }));

    const { output, votes } = await ensemble.predict({ texts: ['I love this little shop'] });

    const [[negative = 1, positive = 0] = []] = (output as TextClassification).probabilities;
    expect(votes).toHaveLength(2);
    expect(positive).toBeGreaterThan(0.5);
    expect(negative).toBeLessThan(0.5);
  });
});

it.each([
  [['Hello', 'soup '.repeat(40)], 'Text 1 has 42 tokens, and the model takes at most 24.'],
  [Array(6).fill('a'), 'There are 6 texts; the model takes at most 5 in a request.'],
  [['a'.repeat(200_001)], 'The texts have 200001 characters; a request may have at most 200000.'],
])('A request is refused if a text, their number or their total is too large: %#', async (texts, reason) => {
  const { pipeline } = await open(textModel('embedding', { maxTexts: 5, longer: 'refuse' }));

  await expect(async () => pipeline.decode({ texts })).rejects.toThrow(reason);
});

it('A list of 2,048 texts gets an embedding for each, and a list that would miss the deadline is refused', async () => {
  const ensemble = await open(textModel('embedding', { batch: { largest: 8 } }), 16);
  const texts = Array.from({ length: 2048 }, (_, index) => TEXTS[index % TEXTS.length]!.slice(0, 90));
  const { embeddings } = await embeddingsOf(ensemble, texts);
  const deadline = { millisecondsLeft: 0.001 };
  const hurried = (some: string[]) => ensemble.predict({ texts: some }, { deadline });

  expect(embeddings).toHaveLength(2048);
  for (const index of [0, 2047]) {
    expectClose(embeddings[index]!, (await embeddingsOf(ensemble, [texts[index]!])).embeddings[0]!);
  }
  await expect(hurried(texts)).rejects.toThrow(
    /^The 2048 texts take about \d+ ms, but only 0 ms are left: send at most 1 like these at once\.$/,
  );
  await expect(hurried(['one'])).resolves.toMatchObject({ lacking: undefined });
});

it('A model is refused if its graph takes no texts, or has no known output', async () => {
  const wrong = modelOf(
    '../../models/digits/cnn_3x3.onnx',
    { pipeline: 'feature-extraction' },
    { 'tokenizer.json': 'tiny-text/embedding/tokenizer.json' },
  );

  await expect(open(wrong)).rejects.toThrow('does not take texts: it must take "input_ids"');
  await expect(open(textModel('embedding', { output: { name: 'pooled' } }))).rejects.toThrow(
    'must give FP32 [N, L, size] or FP32 [N, size] as "pooled"; it gives FP32 [batch, sequence, 24] as "last_hidden_state"',
  );
});

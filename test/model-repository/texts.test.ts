/** Text models exported by Optimum and sentence-transformers, added by the path of their folder, mostly without options. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { TINY_ENTITIES } from '../support/entity-model.ts';
import { changeManifest, readFixture } from '../support/fixtures.ts';
import { newFolder } from '../support/new-folder.ts';
import { ELEMENT_TYPES, graph } from '../support/onnx-graph.ts';
import { add, exportedText, infer, made } from './support.ts';

type Scored = [text: string, pair: string, negative: number, positive: number, logit: number];
const { scores: SCORES } = readFixture('tokens/pairs.json') as { scores: Scored[] };

it('A folder with a classifier becomes a model with the labels, tokenizer and longest text of its files', async () => {
  const independent = { 'config.json': { problem_type: 'multi_label_classification' } };

  const { directory, manifest } = await made(exportedText('sentiment'), '--name', 'mood');
  const other = await made(exportedText('sentiment', independent));

  expect(manifest).toMatchObject({
    model: 'mood',
    pipeline: 'text-classification',
    maxTokens: 24,
    tokenizer: { file: 'tokenizer.json', sha256: expect.any(String) },
    labels: { file: 'labels.txt', count: 2 },
    output: { scores: 'softmax' },
    members: [{ name: 'sentiment', file: 'sentiment.onnx' }],
  });
  expect(readFileSync(path.join(directory, 'labels.txt'), 'utf8')).toBe('negative\npositive\n');
  expect(other.manifest.output).toEqual({ scores: 'sigmoid' });
});

it.each([
  [true, 'neutral', 'Entailment'],
  [false, 'not_duplicate', 'duplicate'],
])(
  'A classifier of pairs says so, and whether it takes candidate labels (%s): %s, %s',
  async (candidates, ...labels) => {
    const folder = exportedText('sentiment', { 'config.json': { id2label: { ...labels } } });

    const { output, manifest } = await made(folder);

    expect(manifest.pairs).toBe(true);
    expect(output).toContain('it takes pairs of texts: {"text": "…", "text_pair": "…"}');
    expect(output.includes('"candidate_labels"')).toBe(candidates);
    expect(output).toContain('BYTES [any] as "text" and BYTES [any] as "text_pair"');
  },
);

it('A model with one logit scores pairs, and another kind needs --pipeline', async () => {
  const one = { id2label: { 0: 'LABEL_0' } };

  const { output, manifest } = await made(exportedText('ranking', { 'config.json': one }));
  const regression = await made(
    exportedText('ranking', { 'config.json': { ...one, problem_type: 'regression' } }),
  );
  const named = await made(exportedText('ranking'), '--pipeline', 'text-classification');

  expect(manifest).toMatchObject({ pipeline: 'text-ranking', contracts: ['rerank', 'predictions'] });
  expect(output).toContain('it scores pairs of a query and a text, as a reranker');
  for (const other of [regression, named]) expect(other.manifest.pipeline).toBe('text-classification');
});

it('A pair gives the same result with the Open Inference Protocol as with other contracts', async () => {
  const { directory } = await made(exportedText('sentiment'));
  const texts = (name: string, ...data: string[]) => ({
    name,
    datatype: 'BYTES',
    shape: [data.length],
    data,
  });
  const [first, second] = SCORES.slice(0, 2) as [Scored, Scored];

  const given = await infer(
    directory,
    'sentiment',
    texts('text', first[0], second[0]),
    texts('text_pair', first[1], second[1]),
  );
  const wrong = infer(directory, 'sentiment', texts('text', 'a', 'b'), texts('text_pair', 'c'));

  const expected = [first, second].flatMap(([, , ...scores]) => scores.slice(0, 2));
  const probabilities = given!.find(({ name }) => name === 'probabilities')!.data;
  for (const [index, score] of expected.entries()) expect(probabilities[index]).toBeCloseTo(score, 5);
  expect(await wrong).toBeUndefined();
});

it('A folder may have a single ONNX file with another name, such as a quantised model', async () => {
  const folder = exportedText('embedding');
  renameSync(path.join(folder, 'model.onnx'), path.join(folder, 'model_quantized.onnx'));

  expect((await made(folder)).manifest.pipeline).toBe('feature-extraction');
});

it('A model that mixes the texts of a batch is added without batches, with a note', async () => {
  const shape = ['n', 'l'];
  const folder = exportedText('embedding');
  const mixing = graph(
    [
      ['input_ids', 'INT64', shape],
      ['attention_mask', 'INT64', shape],
    ],
    [
      ['Cast', ['input_ids'], ['ids'], { to: ELEMENT_TYPES.FP32 }],
      ['Softmax', ['ids'], ['sentence_embedding'], { axis: 0 }],
    ],
    [['sentence_embedding', 'FP32', shape]],
  );
  writeFileSync(path.join(folder, 'model.onnx'), mixing);

  const { directory, manifest, output } = await made(folder);
  changeManifest(directory, { batch: { largest: 8 } });
  const checked = await add('--check', directory);

  expect(manifest).not.toHaveProperty('batch');
  expect(output).toMatch(
    /note +requests run one by one, not in batches: element \d+ of "sentence_embedding"/,
  );
  expect(checked.code).toBe(1);
  expect(checked.output).toContain('cannot run 8 requests at once: element');
});

it('A folder with a token classifier becomes a model that finds entities, and passes its check', async () => {
  const { directory, manifest, output } = await made(TINY_ENTITIES);

  expect(manifest).toMatchObject({
    pipeline: 'token-classification',
    aggregation: 'simple',
    maxTokens: 128,
    labels: { count: 5 },
    contracts: ['predictions'],
  });
  expect(output).not.toContain('note');
  expect(await add('--check', directory)).toMatchObject({ code: 0 });
});

it('A model that takes tokens, without its tokenizer, says what it needs to take texts', async () => {
  const folder = exportedText('embedding');
  rmSync(path.join(folder, 'tokenizer.json'));

  const { output } = await made(folder);

  expect(output).toContain('to send texts, put its tokenizer.json into the same folder');
});

it('An embedding is pooled and normalised as in the files of sentence-transformers', async () => {
  const cls = { pooling_mode_mean_tokens: false, pooling_mode_cls_token: true };
  const transformer = { path: '', type: 'sentence_transformers.models.Transformer' };
  const pooling = { path: '1_Pooling', type: 'sentence_transformers.models.Pooling' };

  const folder = exportedText('embedding', {
    '1_Pooling/config.json': cls,
    'modules.json': [transformer, pooling],
  });

  const plain = await made(exportedText('embedding'));
  const other = await made(folder);

  expect(plain.manifest).toMatchObject({ pipeline: 'feature-extraction', pooling: 'mean', normalize: true });
  expect(other.manifest).toMatchObject({ pooling: 'cls', normalize: false });
});

it.each([
  [
    'a pooling',
    { '1_Pooling/config.json': { pooling_mode_mean_tokens: false, pooling_mode_lasttoken: true } },
    'the pooling lasttoken; supported: mean, cls, max',
  ],
  [
    'a module',
    { 'modules.json': [{ path: '2_Dense', type: 'sentence_transformers.models.Dense' }] },
    'has a module Dense, which is not served',
  ],
])('%s that does not exist is refused with the file that asks for it', async (_, changes, reason) => {
  await expect(made(exportedText('embedding', changes))).rejects.toThrow(reason);
});

it.each<[string, folder: string, string, taken: string]>([
  ['feature-extraction', exportedText('embedding'), '--labels', '--output'],
  ['text-classification', exportedText('sentiment'), '--width', '--labels, --output, --scores'],
  ['text-ranking', exportedText('ranking'), '--threshold', '--output'],
  ['token-classification', TINY_ENTITIES, '--iou', '--labels, --output'],
])('A model of pipeline %s takes no option that it does not use', async (pipeline, folder, option, used) => {
  const labels = path.join(newFolder(), '1');
  writeFileSync(labels, 'negative\npositive\n');
  const value = option === '--labels' ? labels : '1';

  await expect(made(folder, '--pipeline', pipeline, option, value)).rejects.toThrow(
    `${option}: models of pipeline ${pipeline} take only ${used}`,
  );
});

const UNLIMITED = { 'tokenizer_config.json': { model_max_length: 1e30 } };

it.each([
  ['the smallest limit in its files', { 'sentence_bert_config.json': { max_seq_length: 20 } }, 20],
  [
    'the longest that its graph can run, if its files have no limit',
    { 'config.json': { max_position_embeddings: undefined }, ...UNLIMITED },
    24,
  ],
  [
    'the longest that its graph can run, if its files have a higher limit, as those of RoBERTa',
    { 'config.json': { max_position_embeddings: 26 }, ...UNLIMITED },
    24,
  ],
])('The longest text is %s', async (_, changes, maxTokens) => {
  expect((await made(exportedText('embedding', changes))).manifest.maxTokens).toBe(maxTokens);
});

it('Members share a tokenizer, or have their own', async () => {
  const other = exportedText('sentiment', { 'tokenizer.json': { truncation: null } });

  const alike = await made(exportedText('sentiment'), exportedText('sentiment'));
  const different = await made(exportedText('sentiment'), other);

  for (const member of alike.manifest.members) expect(member).not.toHaveProperty('tokenizer');
  expect(different.manifest.members[1].tokenizer).toMatchObject({ file: 'tokenizer-2.json' });
  expect(existsSync(path.join(different.directory, 'tokenizer-2.json'))).toBe(true);
});

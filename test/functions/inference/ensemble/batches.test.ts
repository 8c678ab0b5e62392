/** Ensembles that run several requests at once: the members of `digits`, tiny models, and graphs made for one test. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ensemble, loadEnsemble } from '../../../../functions/inference/ensemble/ensemble.ts';
import { Member } from '../../../../functions/inference/ensemble/member.ts';
import { readManifest } from '../../../../functions/inference/model/manifest.ts';
import type { LabelPredictions } from '../../../../functions/inference/pipelines/image-classification/prediction.ts';
import type { Pipeline } from '../../../../functions/inference/pipelines/pipeline.ts';
import type { Embeddings } from '../../../../functions/inference/pipelines/shared/embeddings.ts';
import type { SentencePrediction } from '../../../../functions/inference/pipelines/text-correction/prediction.ts';
import { TINY_CORRECTION } from '../../../support/correction-model.ts';
import { modelOf } from '../../../support/fixtures.ts';
import { ELEMENT_TYPES, graph, type Node, type Value } from '../../../support/onnx-graph.ts';
import { tinyModel } from '../../../support/tiny-model.ts';
import { plain } from '../../support/pictures.ts';

const DIGITS = path.join(import.meta.dirname, '../../../../models/digits');

async function openBatches(directory: string, largest: number, concurrency = 16): Promise<Ensemble> {
  const manifest = { ...(await readManifest(directory)), batch: { largest } };
  return loadEnsemble(directory, manifest, { threads: 1, concurrency });
}

/** Sends one request in each turn of the event loop, without waiting for responses. */
async function sendAll(ensemble: Ensemble, requests: readonly unknown[]) {
  const send = async (request: unknown, index: number) => {
    for (let turn = 0; turn < index; turn++) await new Promise((resolve) => setImmediate(resolve));
    return ensemble.predict(request, { explain: true });
  };
  return Promise.all(requests.map(send));
}

const pictures = fc.sample(fc.uint8Array({ minLength: 784, maxLength: 784 }), { numRuns: 12, seed: 1 });
const pixels = (rows: number, data: Uint8Array) =>
  ({ datatype: 'UINT8', shape: [rows, 28, 28, 1], data }) as const;
const files = await Promise.all(pictures.map(([r, g, b]) => plain({ r: r!, g: g!, b: b! }).png().toBuffer()));
const MEAN_COLOUR = graph(
  [['x', 'FP32', ['n', 3, 12, 12]]],
  [
    ['GlobalAveragePool', ['x'], ['means']],
    ['Flatten', ['means'], ['y']],
  ],
  [['y', 'FP32', ['n', 3]]],
);
const outputsOf = ({ tensors }: Pipeline) => tensors.outputs.map(({ name }) => name);

type Case = [string, string, (of: Pipeline) => unknown[], (output: unknown, of: Pipeline) => unknown[]];

describe('Requests that run in one batch', () => {
  it.each<Case>([
    [
      'pictures',
      DIGITS,
      () => pictures.map((data) => ({ pictures: pixels(1, data), everyLabel: true })),
      (output) => [...(output as LabelPredictions)[0].probabilities!],
    ],
    [
      'picture files, whose tensors are written over after their run',
      modelOf(MEAN_COLOUR, { pipeline: 'image-feature-extraction' }),
      () => files.map((file) => ({ pictures: [file] })),
      (output) => [...(output as Embeddings).embeddings[0]!],
    ],
    [
      'sentences of different lengths',
      TINY_CORRECTION,
      () => ['他再家', '他在家裡再說', '再', '我再說一次'].map((text) => ({ hypotheses: [text] })),
      (output) => [(output as SentencePrediction).text],
    ],
    [
      'tensors, of any number of rows',
      modelOf(path.join(DIGITS, 'cnn_5x5.onnx')),
      (pipeline) =>
        [1, 2, 1, 3].map((rows, index) => {
          const data = Uint8Array.from({ length: rows * 784 }, (_, pixel) => (pixel * (index + 3)) % 256);
          return pipeline.tensors.input({ pixels: pixels(rows, data) }, outputsOf(pipeline));
        }),
      (output, pipeline) =>
        Object.values(pipeline.tensors.output(output, outputsOf(pipeline))).flatMap(({ shape, data }) =>
          [shape, [...(data as Float32Array)]].flat(),
        ),
    ],
  ])('get the responses that they get alone: %s', async (_, folder, requests, valuesOf) => {
    const [alone, together] = await Promise.all([openBatches(folder, 1), openBatches(folder, 8)]);
    const sent = requests(together.pipeline);

    const expected = await sendAll(alone, sent);
    const given = await sendAll(together, sent);

    expect(given.some(({ votes }) => votes[0]!.batch > 1)).toBe(true);
    for (const [index, { output }] of given.entries()) {
      const values = valuesOf(expected[index]!.output, alone.pipeline);
      expect(valuesOf(output, together.pipeline)).toEqual(
        values.map((value) => (typeof value === 'number' ? expect.closeTo(value, 4) : value)),
      );
    }
  });

  it('run one by one if the environment takes one request at a time', async () => {
    const ensemble = await openBatches(DIGITS, 8, 1);
    const picture = pixels(1, new Uint8Array(784));

    const [first] = await sendAll(ensemble, [{ pictures: picture }, { pictures: picture }]);

    expect(first!.votes.map(({ batch: size }) => size)).toEqual([1, 1, 1]);
  });

  it('need members that take any number of rows', async () => {
    const folder = tinyModel();
    const file = path.join(folder, 'fixed.onnx');
    const graph = readFileSync(path.join(folder, 'first.onnx'), 'latin1');
    // Replaces the dimension named n by a fixed 1, which takes the same number of bytes in ONNX.
    writeFileSync(file, Buffer.from(graph.replaceAll('\x12\x01n', '\x08\x81\x00'), 'latin1'));
    const member = await Member.load(folder, { name: 'fixed', file: 'fixed.onnx', weight: 1 }, 1);
    const [input] = member.graph.inputs;

    const opened = member.openBatches({ largest: 8 }, [], {
      blank: {},
      contrasting: undefined,
    });

    await expect(opened).rejects.toThrow(
      `fixed.onnx cannot run 8 requests at once: "${input?.name}" is [1, 8, 8, 3]`,
    );
  });

  it.each<[string, Node, RegExp]>([
    [
      'normalises all requests by one sum',
      ['Softmax', ['x'], ['y'], { axis: 0 }],
      /"y" is 0\.\d+ instead of 1 when another/,
    ],
    ['returns random numbers', ['RandomUniformLike', ['x'], ['y']], /"y" is .* when a request runs again/],
    ['returns NaN', ['Acosh', ['x'], ['y']], /"y" consists of NaN/],
  ])('are refused by a model that %s', async (_, node, why) => {
    const shape = ['n', 4];
    const folder = modelOf(graph([['x', 'FP32', shape]], [node], [['y', 'FP32', shape]]));

    await expect(openBatches(folder, 8)).rejects.toThrow(why);
    await expect(openBatches(folder, 8, 1)).resolves.toBeDefined();
  });

  it.each<[Value[1], Value[1], Node]>([
    ['FP16', 'FP16', ['Softmax', ['x'], ['y'], { axis: 1 }]],
    ['INT64', 'INT64', ['Identity', ['x'], ['y']]],
    ['FP32', 'BYTES', ['Cast', ['x'], ['y'], { to: ELEMENT_TYPES.BYTES }]],
  ])('are accepted if each gives the same result as alone: %s to %s', async (from, to, node) => {
    const shape = ['n', 4];
    const folder = modelOf(graph([['x', from, shape]], [node], [['y', to, shape]]));

    await expect(openBatches(folder, 8)).resolves.toBeDefined();
  });
});

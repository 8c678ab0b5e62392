/** Ensembles that run several requests at once: digits' members for pictures, a tiny one for sentences. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ensemble, loadEnsemble } from '../../../../functions/inference/ensemble/ensemble.ts';
import { Member } from '../../../../functions/inference/ensemble/member.ts';
import { readManifest } from '../../../../functions/inference/model/manifest.ts';
import { findPipeline } from '../../../../functions/inference/pipelines/pipelines.ts';
import { newFolder } from '../../../support/new-folder.ts';
import { copyOfTinyEnsemble } from '../../support/tiny.ts';

const TINY_CORRECTION = path.join(import.meta.dirname, '../../../fixtures/tiny-correction');
const DIGITS = path.join(import.meta.dirname, '../../../../models/digits');

async function openBatches(directory: string, largest: number): Promise<Ensemble> {
  const manifest = { ...(await readManifest(directory)), batch: { largest, maxQueueDelayMilliseconds: 0 } };
  return loadEnsemble(directory, manifest, findPipeline(manifest.pipeline)!, { threads: 1, concurrency: 16 });
}

/** Sends all of them at once, each for itself. */
async function sendAll(ensemble: Ensemble, requests: readonly unknown[]) {
  return Promise.all(
    requests.map(async (request) =>
      ensemble.predict(request, await ensemble.pipeline.decode(request), { everyMember: true }),
    ),
  );
}

describe('Requests that run in one batch', () => {
  it('are served as each alone: pictures', async () => {
    const [alone, together] = await Promise.all([openBatches(DIGITS, 1), openBatches(DIGITS, 8)]);
    const random = fc.sample(fc.uint8Array({ minLength: 784, maxLength: 784 }), { numRuns: 12, seed: 1 });
    const requests = random.map((data) => ({
      picture: { datatype: 'UINT8', shape: [1, 28, 28, 1], data },
      everyLabel: true,
    }));

    const expected = await sendAll(alone, requests);
    const given = await sendAll(together, requests);

    expect(given.some(({ votes }) => (votes[0]?.batch ?? 1) > 1)).toBe(true);
    for (const [index, { output }] of given.entries()) {
      const one = (expected[index]!.output as { probabilities: number[] }).probabilities;
      const other = (output as { probabilities: number[] }).probabilities;
      for (const [label, probability] of other.entries()) expect(probability).toBeCloseTo(one[label]!, 5);
    }
  });

  it('are served as each alone: sentences of different lengths', async () => {
    const [alone, together] = await Promise.all([
      openBatches(TINY_CORRECTION, 1),
      openBatches(TINY_CORRECTION, 8),
    ]);
    const requests = ['他再家', '他在家裡再說', '再', '我再說一次'].map((text) => ({ hypotheses: [text] }));

    const expected = await sendAll(alone, requests);
    const given = await sendAll(together, requests);

    expect(given.some(({ votes }) => (votes[0]?.batch ?? 1) > 1)).toBe(true);
    const texts = (predictions: typeof given) =>
      predictions.map(({ output }) => (output as { text: string }).text);
    expect(texts(given)).toEqual(texts(expected));
  });

  it('are served as each alone: tensors, of any number of rows', async () => {
    const folder = newFolder();
    await copyFile(path.join(DIGITS, 'cnn_5x5.onnx'), path.join(folder, 'cnn.onnx'));
    const members = [{ name: 'cnn', file: 'cnn.onnx' }];
    await writeFile(
      path.join(folder, 'ensemble.json'),
      JSON.stringify({ model: 'any', pipeline: 'tensor', members }),
    );
    const [alone, together] = await Promise.all([openBatches(folder, 1), openBatches(folder, 8)]);
    const wanted = together.pipeline.tensors.outputs.map(({ name }) => name);
    const requests = [1, 2, 1, 3].map((rows, index) => {
      const data = Uint8Array.from({ length: rows * 784 }, (_, place) => (place * (index + 3)) % 256);
      return together.pipeline.tensors.input(
        { pixels: { datatype: 'UINT8', shape: [rows, 28, 28, 1], data } },
        wanted,
      );
    });

    const expected = await sendAll(alone, requests);
    const given = await sendAll(together, requests);

    expect(given.map(({ votes }) => votes[0]?.batch)).toEqual([4, 4, 4, 4]);
    for (const [index, { output }] of given.entries()) {
      const one = alone.pipeline.tensors.output(expected[index]!.output, wanted);
      const other = together.pipeline.tensors.output(output, wanted);
      for (const name of wanted) {
        expect(other[name]!.shape).toEqual(one[name]!.shape);
        const values = [...(one[name]!.data as Float32Array)];
        for (const [place, value] of (other[name]!.data as Float32Array).entries()) {
          expect(value).toBeCloseTo(values[place]!, 4);
        }
      }
    }
  });

  it('run one by one where the environment takes one request at a time', async () => {
    const manifest = await readManifest(DIGITS);
    const batch = { largest: 8, maxQueueDelayMilliseconds: 0 };
    const ensemble = await loadEnsemble(DIGITS, { ...manifest, batch }, findPipeline(manifest.pipeline)!, {
      threads: 1,
    });
    const picture = { datatype: 'UINT8', shape: [1, 28, 28, 1], data: new Uint8Array(784) };

    const [first] = await sendAll(ensemble, [{ picture }, { picture }]);

    expect(first!.votes.map(({ batch: size }) => size)).toEqual([undefined, undefined, undefined]);
  });

  it('need members that take any number of rows', async () => {
    const folder = await copyOfTinyEnsemble();
    const file = path.join(folder, 'fixed.onnx');
    const graph = (await readFile(path.join(folder, 'first.onnx'))).toString('latin1');
    // Dimensions named n, as ONNX writes them, become 1 in as many bytes.
    await writeFile(file, Buffer.from(graph.replaceAll('\x12\x01n', '\x08\x81\x00'), 'latin1'));
    const member = await Member.load(folder, { name: 'fixed', file: 'fixed.onnx', weight: 1 }, 1);
    const [input] = member.graph.inputs;

    expect(() => member.openBatches({ largest: 8, maxQueueDelayMilliseconds: 0 }, [])).toThrow(
      `fixed.onnx cannot run 8 requests at once: "${input?.name}" is [1, 8, 8, 3]`,
    );
  });
});

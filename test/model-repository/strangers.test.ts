import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bodyOf, post } from '../functions/support/requests.ts';
import { quietService } from '../functions/support/tiny.ts';
import { startTiny } from '../local/support/tiny-service.ts';
import { folderWith } from '../support/fixtures.ts';
import { graph, multiplication, type Value } from '../support/onnx-graph.ts';
import { infer, made, stranger } from './support.ts';

/** Models of other people's tools, from the exported file through `add` to responses. */
describe('A third party’s model', () => {
  async function predict(model: string, file: string, ...options: string[]) {
    const { directory } = await made(stranger(`${model}.onnx`), ...options);
    const send = await quietService({ MODEL_DIRECTORY: directory });
    const type = { 'content-type': 'image/png' };
    const { headers, body } = await send(post(readFileSync(stranger(file)), `/predictions/${model}`, type));
    return { prediction: headers['x-subsecond-prediction'], ranking: bodyOf({ body }) };
  }

  it('of PyTorch, with weights in a second file, mean and deviation, knows its colours', async () => {
    const trained = ['--mean', '0.485,0.456,0.406', '--std', '0.229,0.224,0.225'];

    const { prediction, ranking } = await predict(
      'colours',
      'green.png',
      ...['--labels', stranger('colours.txt'), ...trained],
    );

    expect(prediction).toBe('green');
    expect(ranking.green).toBeGreaterThan(0.9);
  });

  it.each([
    ['Keras', 'digits-keras', []],
    // scikit-learn's digits have values from 0 to 16.
    ['scikit-learn', 'digits-sklearn', ['--scale', '16/255', '--colour', 'grey']],
  ])('of %s reads digits', async (_, model, options) => {
    expect(await predict(model, 'samples/1501-7.png', ...options)).toMatchObject({ prediction: '7' });
  });

  it('of PyTorch with two tensors and open dimensions takes them at any length', async () => {
    const { directory } = await made(stranger('pooled.onnx'));

    const send = async (tokens: number[]) => {
      const shape = [1, tokens.length];
      const mask = { name: 'mask', datatype: 'FP32', shape, data: tokens.map(() => 1) };
      const ids = { name: 'tokens', datatype: 'INT64', shape, data: tokens };
      const [output] = (await infer(directory, 'pooled', ids, mask))!;
      return output!;
    };

    const short = await send([3]);
    const long = await send([3, 3, 3, 3, 3]);

    expect(short).toMatchObject({ name: 'sentence', shape: [1, 4] });
    for (const [index, value] of long.data.entries()) expect(value).toBeCloseTo(short.data[index]!, 4);
  });
});

it('A model that fails on zeros starts without a warm-up, and says so', async () => {
  const inputs = ['start', 'limit', 'delta'];
  const values = inputs.map((name): Value => [name, 'FP32', []]);
  const steps = graph(values, [['Range', inputs, ['y']]], [['y', 'FP32', ['n']]]);
  const model = join(folderWith({ 'steps.onnx': steps }), 'steps.onnx');

  const guessed = await made(model);
  const sent = inputs.map((name, index) => ({
    name,
    datatype: 'FP32',
    shape: [],
    data: [[1, 4, 1.5][index]],
  }));
  const outputs = await infer(guessed.directory, 'steps', ...sent);

  expect(guessed.output).toMatch(/note +it fails on zeros: .*; it starts without a warm-up/);
  expect(outputs).toMatchObject([{ name: 'y', data: [1, 2.5] }]);
});

// ONNX Runtime's binding and JavaScript represent FP16 with different types of arrays.
it('A model of half precision is served from its file, with half-precision inputs and outputs', async () => {
  const weights = new Uint8Array(Float16Array.of(2, 0.5, -1).buffer);
  const folder = folderWith({ 'halves.onnx': multiplication('FP16', 3, { bytes: weights }) });
  const tensor = { datatype: 'FP16', shape: [1, 3] };

  const { url } = await startTiny({ models: [join(folder, 'halves.onnx')] });
  const body = JSON.stringify({ inputs: [{ ...tensor, name: 'x', data: [1.5, 3, 0.25] }] });
  const response = await fetch(`${url}/v2/models/halves/infer`, { method: 'POST', body });

  const outputs = [{ ...tensor, name: 'y', data: [3, 1.5, -0.25] }];
  expect(await response.json()).toMatchObject({ outputs });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../local/service.ts';
import { clientOf, openRequestSource, sendToService } from '../../model-repository/request-source.ts';
import { folderWith } from '../support/fixtures.ts';
import { graph, multiplication, type Place } from '../support/onnx-graph.ts';
import { infer, made, serve, stranger } from './support.ts';

/** Models of other people's tools, from the exported file through `add` to responses over HTTP. */
describe('A third party’s model', () => {
  async function predict({ url }: Service, model: string, file: string) {
    const client = clientOf({ model, contracts: ['predictions'] });
    const sample = {
      name: file,
      label: undefined,
      mediaType: 'image/png',
      bytes: readFileSync(stranger(file)),
    };
    const { reply, response } = await sendToService(url, client, sample);
    return { ...reply, ranking: JSON.parse(response.body) as Record<string, number> };
  }

  it('of PyTorch, with weights in a second file, mean and deviation, knows its colours', async () => {
    const options = ['--mean', '0.485,0.456,0.406', '--std', '0.229,0.224,0.225'];
    const labels = ['--labels', stranger('colours.txt')];
    const { directory } = await made(stranger('colours.onnx'), ...labels, ...options);

    const service = await serve(directory);

    const reply = await predict(service, 'colours', 'green.png');
    expect(reply).toMatchObject({ prediction: 'green' });
    expect(reply.ranking.green).toBeGreaterThan(0.9);
  });

  it('of Keras reads digits, and so does one of scikit-learn', async () => {
    const keras = await made(stranger('digits-keras.onnx'));
    // scikit-learn's digits have values from 0 to 16.
    const rows = await made(stranger('digits-sklearn.onnx'), '--scale', '16/255', '--colour', 'grey');

    const service = await serve(keras.directory, rows.directory);

    for (const model of ['digits-keras', 'digits-sklearn']) {
      expect(await predict(service, model, 'samples/1501-7.png')).toMatchObject({ prediction: '7' });
    }
  });

  it.each(['digits-sklearn', 'digits-zipmap'])(
    'of scikit-learn that takes rows, %s, has a sample at once',
    async (name) => {
      const { directory } = await made(stranger(`${name}.onnx`), '--pipeline', 'tensor');

      const { url } = await serve(directory);

      const { samples, client } = await openRequestSource({ model: directory });
      const { reply } = await sendToService(url, client, samples[0]!);
      expect(reply).toMatchObject({ prediction: expect.stringContaining('"output_label"') });
    },
  );

  it('of PyTorch with two tensors and open dimensions takes them at any length', async () => {
    const { directory } = await made(stranger('pooled.onnx'));

    const service = await serve(directory);
    const send = async (tokens: number[]) => {
      const shape = [1, tokens.length];
      const mask = { name: 'mask', datatype: 'FP32', shape, data: tokens.map(() => 1) };
      const ids = { name: 'tokens', datatype: 'INT64', shape, data: tokens };
      return (await infer(service, 'pooled', ids, mask))[0]!;
    };

    const short = await send([3]);
    const long = await send([3, 3, 3, 3, 3]);

    expect(short).toMatchObject({ name: 'sentence', shape: [1, 4] });
    for (const [place, value] of long.data.entries()) expect(value).toBeCloseTo(short.data[place]!, 4);
  });
});

it('A model that fails on zeros starts without a warm-up and says so, unless it has an example', async () => {
  const inputs = ['start', 'limit', 'delta'];
  const places = inputs.map((name): Place => [name, 'FP32', []]);
  const steps = graph(places, [['Range', inputs, ['y']]], [['y', 'FP32', ['n']]]);
  const folder = folderWith({ 'steps.onnx': steps, 'limit.json': Buffer.from('4') });
  const [model, file] = [join(folder, 'steps.onnx'), join(folder, 'limit.json')];

  const guessed = await made(model);
  const told = await made(model, '--example', `delta=0.5;limit=${file}`);
  const sent = inputs.map((name, place) => ({
    name,
    datatype: 'FP32',
    shape: [],
    data: [[1, 4, 1.5][place]],
  }));
  const outputs = await infer(await serve(guessed.directory), 'steps', ...sent);

  expect(guessed.output).toMatch(
    /note +it fails on zeros: .*; it starts without a warm-up.*--example start=1/,
  );
  expect(outputs).toMatchObject([{ name: 'y', data: [1, 2.5] }]);
  expect(told.output).not.toContain('warm-up');
  expect(told.manifest.examples).toEqual({ delta: 0.5, limit: 4 });
  await expect(made(model, '--example', 'delta=0')).rejects.toThrow('fails on the examples: ');
  await expect(made(model, '--example', 'delta=true')).rejects.toThrow(
    'the example of "delta" must be one value',
  );
  await expect(made(model, '--example', 'delta')).rejects.toThrow(
    '--example must be name=value or name=file.json',
  );
});

// ONNX Runtime's binding and JavaScript represent FP16 with different types of arrays.
it('A model of half precision is served from its file, with half-precision inputs and outputs', async () => {
  const weights = new Uint8Array(Float16Array.of(2, 0.5, -1).buffer);
  const folder = folderWith({ 'halves.onnx': multiplication('FP16', 3, { bytes: weights }) });
  const place = { datatype: 'FP16', shape: [1, 3] };

  const outputs = await infer(await serve(join(folder, 'halves.onnx')), 'halves', {
    ...place,
    name: 'x',
    data: [1.5, 3, 0.25],
  });

  expect(outputs).toMatchObject([{ ...place, name: 'y', data: [3, 1.5, -0.25] }]);
});

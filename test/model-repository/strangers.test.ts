import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../local/service.ts';
import { openRequestSource, sendToService } from '../../model-repository/request-source.ts';
import { newFolder } from '../support/new-folder.ts';
import { multiplication } from '../support/onnx-graph.ts';
import { made, serve, stranger } from './support.ts';

/** Models that nobody here made: from the files that their tools wrote to responses over HTTP, by `add` alone. */
describe('A stranger’s model', () => {
  async function predict({ url }: Service, model: string, file: string) {
    const response = await fetch(`${url}/predictions/${model}`, {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: readFileSync(stranger(file)),
    });
    expect(response.status).toBe(200);
    const ranking = (await response.json()) as Record<string, number>;
    return { label: response.headers.get('x-subsecond-prediction'), ranking };
  }

  it('of PyTorch, with weights in a second file, mean and deviation, knows its colours', async () => {
    const options = ['--mean', '0.485,0.456,0.406', '--std', '0.229,0.224,0.225'];
    const labels = ['--labels', stranger('colours.txt')];
    const { directory } = await made(stranger('colours.onnx'), ...labels, ...options);

    const service = await serve(directory);

    const { label, ranking } = await predict(service, 'colours', 'green.png');
    expect(label).toBe('green');
    expect(ranking.green).toBeGreaterThan(0.9);
  });

  it('of Keras reads digits, and so does one of scikit-learn', async () => {
    const keras = await made(stranger('digits-keras.onnx'));
    // scikit-learn's digits have values from 0 to 16.
    const rows = await made(stranger('digits-sklearn.onnx'), '--scale', '16/255', '--colour', 'grey');

    const service = await serve(keras.directory, rows.directory);

    expect((await predict(service, 'digits-keras', 'samples/1501-7.png')).label).toBe('7');
    expect((await predict(service, 'digits-sklearn', 'samples/1501-7.png')).label).toBe('7');
  });

  it.each(['digits-sklearn', 'digits-zipmap'])(
    'of scikit-learn that takes rows, %s, names its classes by --labels, and has a sample at once',
    async (name) => {
      const labels = join(newFolder(), 'labels.txt');
      writeFileSync(labels, Array.from({ length: 10 }, (_, digit) => `digit ${digit}`).join('\n'));
      const options = ['--pipeline', 'tensor', '--labels', labels];
      const { directory } = await made(stranger(`${name}.onnx`), ...options);

      const { url } = await serve(directory);

      const { samples, client } = await openRequestSource({ model: directory });
      const reply = await sendToService(url, client, samples[0]!);
      const { outputs } = JSON.parse(reply.response.body) as { outputs: { name: string; data: number[] }[] };
      const number = outputs.find((output) => output.name === 'output_label')?.data[0];
      expect(reply.reply).toMatchObject({ prediction: `digit ${number}` });
      expect(await (await fetch(`${url}/labels`)).json()).toMatchObject({ labels: { 9: 'digit 9' } });
    },
  );

  it('of PyTorch with two tensors and open dimensions takes them at any length', async () => {
    const { directory } = await made(stranger('pooled.onnx'));

    const { url } = await serve(directory);
    const send = async (tokens: number[]) => {
      const shape = [1, tokens.length];
      const body = JSON.stringify({
        inputs: [
          { name: 'tokens', datatype: 'INT64', shape, data: tokens },
          { name: 'mask', datatype: 'FP32', shape, data: tokens.map(() => 1) },
        ],
      });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}/v2/models/pooled/infer`, { method: 'POST', headers, body });
      const { outputs } = (await response.json()) as { outputs: { name: string; data: number[] }[] };
      return outputs[0];
    };

    const short = await send([3]);
    const long = await send([3, 3, 3, 3, 3]);

    expect(short).toMatchObject({ name: 'sentence', shape: [1, 4] });
    expect(long?.data.map((value) => value.toFixed(4))).toEqual(short?.data.map((value) => value.toFixed(4)));
  });
});

// ONNX Runtime's binding and JavaScript have different arrays for FP16.
it('A model of half precision is served from its file, and takes and gives its numbers', async () => {
  const model = join(newFolder(), 'halves.onnx');
  const weights = new Uint8Array(Float16Array.of(2, 0.5, -1).buffer);
  writeFileSync(model, multiplication('FP16', 3, { bytes: weights }));
  const { url } = await serve(model);
  const place = { datatype: 'FP16', shape: [1, 3] };

  const response = await fetch(`${url}/v2/models/halves/infer`, {
    method: 'POST',
    body: JSON.stringify({ inputs: [{ ...place, name: 'x', data: [1.5, 3, 0.25] }] }),
  });

  expect(await response.json()).toMatchObject({
    outputs: [{ ...place, name: 'y', data: [3, 1.5, -0.25] }],
  });
});

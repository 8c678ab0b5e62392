import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startService } from '../../local/service.ts';
import { newDataDirectory } from '../support/data-directory.ts';
import { multiplication } from '../support/onnx-graph.ts';
import { binaryRequest, readReply } from '../support/open-inference-client.ts';
import { add, temporaryFolder } from './support.ts';

const bits = (...values: number[]) => Array.from(new Uint16Array(Float16Array.from(values).buffer));

/** From a file to responses over HTTP: ONNX Runtime's binding and JavaScript have different arrays for FP16. */
describe('A model of half precision', () => {
  let model: string;
  beforeEach(() => {
    model = join(temporaryFolder(), 'halves.onnx');
    const weights = new Uint8Array(Float16Array.of(2, 0.5, -1).buffer);
    writeFileSync(model, multiplication('FP16', 3, { bytes: weights }));
  });

  async function serve(served: string): Promise<string> {
    const options = { models: [served], port: 0, workers: 1, cache: false };
    const service = await startService({ ...options, dataDirectory: newDataDirectory() });
    onTestFinished(() => service.kill());
    return `${service.url}/v2/models/halves/infer`;
  }

  it('is added, and takes and gives JSON', async () => {
    const into = temporaryFolder();
    await add(model, '--into', into);
    const url = await serve(join(into, 'halves'));
    const send = (data: number[]) =>
      fetch(url, {
        method: 'POST',
        body: JSON.stringify({ inputs: [{ name: 'x', datatype: 'FP16', shape: [1, 3], data }] }),
      });

    const reply = await (await send([1.5, 3, 0.25])).json();
    const tooGreat = await send([1, 2, 65_520]);

    const output = { name: 'y', datatype: 'FP16', shape: [1, 3], data: [3, 1.5, -0.25] };
    expect(reply).toMatchObject({ outputs: [output] });
    expect(tooGreat.status).toBe(400);
    expect(await tooGreat.text()).toContain('65520 as element 2: FP16 takes finite numbers of at most 65504');
  });

  it('is served as a bare file, and takes and gives binary data', async () => {
    const url = await serve(model);
    const { headers, body } = binaryRequest({
      inputs: [{ name: 'x', datatype: 'FP16', shape: [1, 3], values: bits(1.5, 3, 0.25) }],
      parameters: { binary_data_output: true },
    });

    const response = await fetch(url, { method: 'POST', headers, body: Buffer.from(body) });
    const reply = readReply(response.status, {
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });

    expect(reply.outputs).toMatchObject([{ name: 'y', datatype: 'FP16', values: bits(3, 1.5, -0.25) }]);
  });
});

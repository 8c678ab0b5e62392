import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ModelOptions } from '../../model-repository/make/read-model-options.ts';
import { projectDirectory } from '../../project/paths.ts';
import { newFolder } from '../support/new-folder.ts';
import { multiplication } from '../support/onnx-graph.ts';
import { startTiny } from './support/tiny-service.ts';

const STRANGERS = join(projectDirectory, 'test/fixtures/strangers');
const PLAIN: ModelOptions = { input: {}, output: {} };

const writeDigits = (file: string) => copyFileSync(join(STRANGERS, 'digits-keras.onnx'), file);
const writeFactor = (factor: number) => (file: string) =>
  writeFileSync(file, multiplication('FP32', 1, { bytes: new Uint8Array(Float32Array.of(factor).buffer) }));

const DIGIT = { type: 'image/png', body: readFileSync(join(STRANGERS, 'samples/1501-7.png')) };
const ROW = { type: 'application/json', body: JSON.stringify({ inputs: { x: [[7]] } }) };

// Each test starts three services, which takes many times as long on a busy machine.
describe('A bare file under the same data folder', () => {
  it.each([
    [
      'served with another --mean',
      DIGIT,
      [writeDigits, PLAIN],
      [writeDigits, { ...PLAIN, input: { mean: 0.5 } }],
    ],
    ['changed under its name', ROW, [writeFactor(2), PLAIN], [writeFactor(3), PLAIN]],
  ] as const)(
    'is another model when it is %s: a key of the former one gives no stale response',
    async (_, { type, body }, former, latter) => {
      const folder = newFolder();
      const file = join(folder, 'changing.onnx');
      /** Serves the file, and sends the same request under the same key. */
      const respond = async ([write, bareModel]: readonly [(file: string) => void, ModelOptions]) => {
        write(file);
        const service = await startTiny({
          models: [file],
          bareModel,
          dataDirectory: join(folder, 'data'),
          cache: true,
        });
        const headers = { 'content-type': type, 'idempotency-key': 'the-same' };
        const response = await fetch(`${service.url}/predictions/changing`, {
          method: 'POST',
          headers,
          body,
        });
        const text = await response.text();
        await service.stop();
        return { cache: response.headers.get('x-subsecond-cache'), text, version: service.models[0].version };
      };

      const [first, other, again] = [await respond(former), await respond(latter), await respond(former)];

      expect(first).toMatchObject({ cache: 'miss', version: expect.stringMatching(/^[0-9a-f]{12}$/) });
      expect(other.cache).toBe('miss');
      expect(other.text).not.toBe(first.text);
      expect(other.version).not.toBe(first.version);
      expect(again, 'the former file is the former model').toEqual({ ...first, cache: 'hit' });
    },
  );
});

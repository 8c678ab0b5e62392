import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ModelOptions } from '../../../model-repository/make/read-model-options.ts';
import { fixture } from '../../support/fixtures.ts';
import { newFolder } from '../../support/new-folder.ts';
import { send, startTiny } from '../support/tiny-service.ts';

const DIGITS = readFileSync(fixture('strangers/digits-keras.onnx'));
const DIGIT = readFileSync(fixture('strangers/samples/1501-7.png'));
/** The same file with one changed weight. */
const CHANGED = Buffer.from(DIGITS);
CHANGED.writeFloatLE(9, DIGITS.length >> 1);

it('A bare file that changes, or is served with other options, is another model: a key gives no stale response', async () => {
  const folder = newFolder();
  const file = join(folder, 'changing.onnx');
  /** Serves the file, and sends it a request that always has the same key. */
  const respond = async (content: Buffer, bareModel: ModelOptions) => {
    writeFileSync(file, content);
    const dataDirectory = join(folder, 'data');
    const service = await startTiny({ models: [file], bareModel, dataDirectory, cache: true });
    const response = await send(service.url, 'changing', 'the-same', DIGIT);
    const text = await response.text();
    await service.stop();
    return { cache: response.headers.get('x-subsecond-cache'), text, version: service.models[0].version };
  };

  const first = await respond(DIGITS, {});
  const others = [await respond(CHANGED, {}), await respond(DIGITS, { mean: 0.5 })];
  const again = await respond(DIGITS, {});

  expect(first).toMatchObject({ cache: 'miss', version: expect.stringMatching(/^[0-9a-f]{12}$/) });
  for (const { cache, text, version } of others) {
    expect(cache).toBe('miss');
    expect(text).not.toBe(first.text);
    expect(version).not.toBe(first.version);
  }
  expect(again, 'the former file is the former model').toEqual({ ...first, cache: 'hit' });
});

it('Folders of bare files are deleted if no start of the last week used them', async () => {
  const dataDirectory = newFolder();
  const file = join(newFolder(), 'served.onnx');
  writeFileSync(file, DIGITS);
  const startedDaysAgo = (name: string, days: number) => {
    const folder = join(dataDirectory, 'models', name);
    mkdirSync(folder, { recursive: true });
    const then = new Date(Date.now() - 86_400_000 * days);
    utimesSync(folder, then, then);
  };
  for (const [name, days] of [['used', 6] as const, ['unused', 8] as const, ['served', 8] as const])
    startedDaysAgo(name, days);

  await startTiny({ models: [file], dataDirectory });

  expect(readdirSync(join(dataDirectory, 'models')).sort()).toEqual(['served', 'used']);
});

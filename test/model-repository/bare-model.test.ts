import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveBareModel } from '../../model-repository/bare-model.ts';
import { stranger, temporaryFolder } from './support.ts';

const COLOURS = stranger('colours.onnx');

async function versionOf(options: Parameters<typeof serveBareModel>[2], file = COLOURS): Promise<string> {
  const folder = await serveBareModel(file, temporaryFolder(), options);
  return JSON.parse(readFileSync(join(folder, 'ensemble.json'), 'utf8')).version;
}

describe('The version of a bare file', () => {
  it('is a hash of the file and of what is said of it, unless one is named', async () => {
    const plain = await versionOf({ input: {}, output: {} });

    expect(plain).toMatch(/^[0-9a-f]{12}$/);
    expect(await versionOf({ input: {}, output: {} })).toBe(plain);
    expect(await versionOf({ input: { mean: 0.5 }, output: {} })).not.toBe(plain);
    expect(await versionOf({ input: {}, output: {} }, stranger('digits-keras.onnx'))).not.toBe(plain);
    expect(await versionOf({ version: '2026.1', input: {}, output: {} })).toBe('2026.1');
  });
});

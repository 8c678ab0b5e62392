import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatSizes, measureSizes, sizeLimitBytes } from '../../layers/size-limits.ts';
import { newFolder } from '../support/new-folder.ts';

/** A folder with files of these sizes; they take no space on the disk. */
function folderOf(sizes: Record<string, number>): string {
  const directory = newFolder();
  for (const [name, bytes] of Object.entries(sizes)) {
    writeFileSync(join(directory, name), '');
    truncateSync(join(directory, name), bytes);
  }
  return directory;
}

const measure = (runtime: Record<string, number>, models: Record<string, number>) =>
  measureSizes({ runtime: folderOf(runtime), models: folderOf(models) });

describe('the size of a deployment', () => {
  it('may be exactly what Lambda takes', () => {
    expect(() => measure({ 'lib.so': sizeLimitBytes - 1 }, { m: 1 })).not.toThrow();
  });

  it('fails one byte above, and names the largest files first', () => {
    const models = { 'large.onnx': 200_000_000, 'small.onnx': 2_143_996 };

    expect(() => measure({ 'lib.so': 60_000_000, 'index.js': 5 }, models)).toThrow(
      /262,144,001 bytes, 1 more than .* 262,144,000[\s\S]*models: large\.onnx\n[\s\S]*runtime: lib\.so\n[\s\S]*small\.onnx/,
    );
  });

  it('is printed part by part and together, with the share of the limit', () => {
    const table = formatSizes(measure({ a: 26_214_400 }, { b: 26_214_400 }));

    expect(table.split('\n')).toEqual([
      'runtime                           26,214,400 bytes',
      'models                            26,214,400 bytes',
      'together, 20.0 % of 262,144,000   52,428,800 bytes',
    ]);
  });
});

import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSizes, sizeLimitBytes } from '../../layers/size-limits.ts';
import { newFolder } from '../support/new-folder.ts';

/** A folder with sparse files of these sizes. */
function folderOf(sizes: Record<string, number>): string {
  const directory = newFolder();
  for (const [name, bytes] of Object.entries(sizes)) {
    writeFileSync(join(directory, name), '');
    truncateSync(join(directory, name), bytes);
  }
  return directory;
}

const check = (runtime: Record<string, number>, models: Record<string, number>) =>
  checkSizes({ runtime: folderOf(runtime), models: folderOf(models) });

describe('the size of a deployment', () => {
  it('may be exactly what Lambda takes', () => {
    expect(() => check({ 'lib.so': sizeLimitBytes - 1 }, { m: 1 })).not.toThrow();
  });

  it('fails one byte above, and names the largest files first', () => {
    const models = { 'large.onnx': 200_000_000, 'small.onnx': 2_143_996 };

    expect(() => check({ 'lib.so': 60_000_000, 'index.js': 5 }, models)).toThrow(
      /262,144,001 bytes, 1 more than .* 262,144,000[\s\S]*models: large\.onnx\n[\s\S]*runtime: lib\.so\n[\s\S]*small\.onnx/,
    );
  });
});

import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSize, runtimeBytes, sizeLimitBytes } from '../../layers/size-limits.ts';
import { newFolder } from '../support/new-folder.ts';

/** Checks a layer with files of these sizes; they take no space on the disk. */
function check(sizes: Record<string, number>): void {
  const directory = newFolder();
  for (const [name, bytes] of Object.entries(sizes)) {
    writeFileSync(join(directory, name), '');
    truncateSync(join(directory, name), bytes);
  }
  checkSize('digits', directory);
}

describe('the size of a deployment', () => {
  const room = sizeLimitBytes - runtimeBytes;

  it('may be exactly Lambda’s limit', () => {
    expect(() => check({ 'm.onnx': room - 1, m: 1 })).not.toThrow();
  });

  it('fails one byte above, and names the largest files first', () => {
    expect(() => check({ 'small.onnx': 1, 'large.onnx': room })).toThrow(
      /digits have about 262,144,001 bytes, 1 more than .* 262,144,000[\s\S]* large\.onnx\n[\s\S]*small\.onnx/,
    );
  });
});

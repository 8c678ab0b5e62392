import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lambdaLimitNote } from '../../model-repository/make/lambda-limit.ts';
import { temporaryFolder } from './support.ts';

function folderWith(megabytes: number) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'model.onnx'), '');
  truncateSync(join(folder, 'model.onnx'), megabytes * 1e6);
  return lambdaLimitNote(folder, { members: [{ name: 'model', file: 'model.onnx', weight: 1 }] });
}

describe('The weight of a model', () => {
  it('is no matter where Lambda takes it', async () => {
    expect(await folderWith(150)).toBeUndefined();
  });

  it('is told with the figure where it does not', async () => {
    expect(await folderWith(300)).toMatch(/^its models have 300 MB, and Lambda takes about 195 MB besides/);
  });
});

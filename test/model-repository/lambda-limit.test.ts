import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lambdaLimitNote } from '../../model-repository/make/report.ts';
import { newFolder } from '../support/new-folder.ts';

it.each([
  [150, undefined],
  [300, expect.stringMatching(/^its models have 300 MB, and Lambda takes about 195 MB besides/)],
])('the weight of a model of %i MB is told where Lambda does not take it', async (megabytes, note) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'model.onnx'), '');
  truncateSync(join(folder, 'model.onnx'), megabytes * 1e6);

  const members = [{ name: 'model', file: 'model.onnx', weight: 1 }];
  expect(await lambdaLimitNote(folder, { members })).toEqual(note);
});

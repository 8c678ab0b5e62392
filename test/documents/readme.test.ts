import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pipelineNames } from '../../functions/inference/pipelines/pipelines.ts';
import { projectDirectory } from '../../project/paths.ts';

const page = readFileSync(join(projectDirectory, 'README.md'), 'utf8');

it('README.md has at most 1,900 words', () => {
  expect(page.trim().split(/\s+/).length).toBeLessThanOrEqual(1900);
});

it('README.md has a line for each task that is served, and for no other', () => {
  const [, table = ''] = page.split('| task (`--pipeline`) ');
  const [rows = ''] = table.split('\n\n');

  const tasks = Array.from(rows.matchAll(/^\| `([a-z-]+)` \|/gm), ([, task]) => task);

  expect(tasks.toSorted()).toEqual(pipelineNames.toSorted());
});

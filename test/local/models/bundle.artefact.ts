import { createHash } from 'node:crypto';
import { readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bundleFunction } from '../../../functions/bundle.ts';
import { provideBundle } from '../../../local/models/bundle.ts';
import { projectDirectory } from '../../../project/paths.ts';
import { newFolder } from '../../support/new-folder.ts';

const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

it('The bundle on this machine equals the deployed bundle byte for byte, even after two calls at once found a newer source', async () => {
  const deployed = digest((await bundleFunction(newFolder())).file);
  const file = join(await provideBundle(), 'index.mjs');
  expect(digest(file)).toBe(deployed);
  const page = join(projectDirectory, 'functions', 'page', 'page.html');
  const { atime, mtime } = statSync(page);
  onTestFinished(() => utimesSync(page, atime, mtime));
  const future = Date.now() / 1000 + 1000;
  utimesSync(file, future, future);
  utimesSync(page, future + 1, future + 1);

  await Promise.all([provideBundle(), provideBundle()]);

  expect(digest(file)).toBe(deployed);
  expect(statSync(file).mtimeMs).toBeLessThan(future * 1000);
});

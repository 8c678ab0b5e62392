import { createHash } from 'node:crypto';
import { readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundleFunction } from '../../../functions/bundle.ts';
import { provideBundle } from '../../../local/models/bundle.ts';
import { projectDirectory } from '../../../project/paths.ts';
import { newFolder } from '../../support/new-folder.ts';

const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('The bundle that runs on this machine', () => {
  it('is byte for byte the one that is deployed', async () => {
    const deployed = await bundleFunction(newFolder());

    const directory = await provideBundle();

    expect(digest(join(directory, 'index.mjs'))).toBe(digest(deployed.file));
  });

  it('is built anew if it is older than one of its sources, even by several processes at once', async () => {
    const file = join(await provideBundle(), 'index.mjs');
    const before = digest(file);
    const page = join(projectDirectory, 'functions', 'page', 'page.html');
    const { atime, mtime } = statSync(page);
    onTestFinished(() => utimesSync(page, atime, mtime));
    const future = Date.now() / 1000 + 1000;
    utimesSync(file, future, future);
    utimesSync(page, future + 1, future + 1);

    await Promise.all([provideBundle(), provideBundle()]);

    expect(digest(file)).toBe(before);
    expect(statSync(file).mtimeMs).toBeLessThan(future * 1000);
  });
});

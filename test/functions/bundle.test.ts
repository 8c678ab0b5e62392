import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFunction } from '../../functions/bundle.ts';
import { CONTEXT, question } from './support/events.ts';
import { jpegOf, RED } from './support/pictures.ts';
import { TINY_ENSEMBLE } from './support/tiny.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');

describe('the bundle', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    // Beside the repository's node_modules, where the native packages are found.
    folder = await mkdtemp(path.join(ROOT, 'node_modules', '.bundle-'));
    ({ file } = await bundleFunction(path.join(folder, 'one')));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is one file, small enough to start fast', async () => {
    expect(await readdir(path.dirname(file))).toEqual(['index.mjs']);
    expect((await readFile(file)).length).toBeLessThan(720_000);
  });

  it('has the same bytes when it is built again', async () => {
    const again = await bundleFunction(path.join(folder, 'two'));

    expect(await readFile(again.file)).toEqual(await readFile(file));
  });

  it('holds nothing of the machine it was built on', async () => {
    expect(await readFile(file, 'utf8')).not.toContain(ROOT);
  });

  it('answers a question in a plain Node process', async () => {
    const script = `
      const { handler } = await import(${JSON.stringify(file)});
      const response = await handler(${JSON.stringify(question(await jpegOf(RED)))}, ${JSON.stringify(CONTEXT)});
      console.log(response.body);`;
    const env = { ...process.env, MODEL_DIRECTORY: TINY_ENSEMBLE };

    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env });

    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ answer: '一' });
  });

  it('does not start without its model, and says which file is missing', async () => {
    const env = { ...process.env, MODEL_DIRECTORY: '/nowhere' };

    await expect(run(process.execPath, [file], { env })).rejects.toThrow(
      '/nowhere/ensemble.json cannot be read',
    );
  });
});

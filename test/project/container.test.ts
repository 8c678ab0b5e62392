import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { projectDirectory } from '../../project/paths.ts';

const read = (file: string) => readFileSync(join(projectDirectory, file), 'utf8');

it('The image has the Node that the project pins', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  const bases = [...read('Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);

  expect(bases).toEqual([dependencies.node, dependencies.node]);
});

it('Every file that npm start imports gets into the image', async () => {
  const started = ['bin/run.js', 'bin/start.ts', 'local/workers/worker-program.ts'];
  const { metafile } = await build({
    absWorkingDir: projectDirectory,
    entryPoints: [...started, 'bin/build.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    write: false,
    outdir: 'dist',
    metafile: true,
    logLevel: 'silent',
  });
  const kept = read('.dockerignore').match(/(?<=^!).+$/gm);

  const folders = Object.keys(metafile.inputs).map((file) => file.split('/')[0]);

  expect(kept).toEqual(expect.arrayContaining([...new Set(folders)]));
});

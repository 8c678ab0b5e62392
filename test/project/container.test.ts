import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { expect, it } from 'vitest';
import { projectDirectory } from '../../project/paths.ts';

const read = (file: string) => readFileSync(join(projectDirectory, file), 'utf8');

/** Bundles files without their packages, and writes nothing. @returns what esbuild read, and what the bundles import */
async function bundled(entryPoints: string[]): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: projectDirectory,
    entryPoints,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    write: false,
    outdir: 'dist',
    metafile: true,
    logLevel: 'silent',
  });
  return metafile;
}

it('The image has the Node that the project pins', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  const bases = [...read('Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);

  expect(bases).toEqual([dependencies.node, dependencies.node]);
});

it('Every file that npm start imports gets into the image', async () => {
  const started = ['bin/run.js', 'bin/start.ts', 'local/workers/worker-program.ts'];
  const { inputs } = await bundled([...started, 'bin/build.ts']);
  const kept = read('.dockerignore').match(/(?<=^!).+$/gm);

  const folders = Object.keys(inputs).map((file) => file.split('/')[0]);

  expect(kept).toEqual(expect.arrayContaining([...new Set(folders)]));
});

it('Every package that npm run build bundles is among the dependencies, which the image installs', async () => {
  const names = ['authorizer', 'inference', 'release-check'];
  const { outputs } = await bundled(names.map((name) => `functions/${name}/index.ts`));
  const imported = Object.values(outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ path, external }) => external && !isBuiltin(path))
    .map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
  const { dependencies } = JSON.parse(read('package.json'));

  expect(Object.keys(outputs)).toHaveLength(3);
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(imported));
});

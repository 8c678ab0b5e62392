/** `npm run package`: what `npm install @subsecond-ml/subsecond` installs, as dist/subsecond-ml-subsecond-<version>.tgz. */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildDirectory } from '../layers/places.ts';
import { commandLine } from '../project/command-line.ts';
import { readOptions } from '../project/read-options.ts';
import { runCommand } from '../project/run-command.ts';
import { addCommonJs } from './common-js.ts';
import { compile } from './compile.ts';
import { externalPackages } from './external-packages.ts';
import { addFunctions } from './functions.ts';
import { lockOfLayers, packagedManifest } from './manifest.ts';
import { npmPack } from './npm-pack.ts';
import { copyOthers } from './other-files.ts';

/** What is packed, file by file. */
const STAGING = join(buildDirectory, 'package');

const help = `${commandLine('package')} [options]

Makes dist/subsecond-ml-subsecond-<version>.tgz: what npm install brings into another project. It holds the compiled sources and the
functions, and no model; nothing is published.

  --help  this text`;

const usage = {
  help: `${commandLine('package')} --help`,
  models: 'none',
  options: { help: { type: 'boolean', default: false, short: 'h' } },
} as const;

await runCommand('package', async (parameters) => {
  if (readOptions(usage, parameters).values.help) {
    console.log(help);
    return;
  }
  const began = performance.now();
  rmSync(STAGING, { recursive: true, force: true });
  mkdirSync(STAGING, { recursive: true });
  await compile(STAGING);
  await addCommonJs(STAGING);
  await addFunctions(STAGING);
  copyOthers(STAGING);
  writeJson('layers/lock.json', lockOfLayers());
  writeJson('package.json', packagedManifest(await externalPackages(STAGING)));
  const archive = await npmPack(STAGING, buildDirectory);
  const megabytes = (statSync(archive).size / 1e6).toFixed(1);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${relative(process.cwd(), archive)}: ${megabytes} MB, in ${seconds} s`);
});

function writeJson(file: string, content: unknown): void {
  writeFileSync(join(STAGING, file), `${JSON.stringify(content, undefined, 2)}\n`);
}

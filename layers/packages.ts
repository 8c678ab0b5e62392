/** The npm packages of the runtime layer, and where they come from. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installedPaths } from '../project/developer-program.ts';
import { type Architecture, isInstalled, packageCache, projectDirectory } from '../project/paths.ts';
import { describeError } from '../project/run-command.ts';
import { listFiles, replaceFolder } from './folder.ts';

/** Versions and hashes of packages. npm packs no `package-lock.json`, so the installed package has a copy with another name. */
const lockFile = join(projectDirectory, isInstalled ? 'layers/lock.json' : 'package-lock.json');

/** An npm package of the runtime layer. */
interface NativePackage {
  readonly name: string;
  /** A file goes into the layer when its path inside the package matches. */
  readonly keep: RegExp;
  /** A package is complete if a file in it matches. It is incomplete after `bin/trim.js` has deleted the matching files. */
  readonly needs: RegExp;
}

/** README.md is kept, because the README of libvips lists the licence of every library linked into it. */
const TEXTS = 'LICENSE(\\.md)?|README\\.md|(.+/)?(package|versions)\\.json';
/** ES module copies are left out, because `import` does not search layers and everything is loaded by `require`. */
const MODULES = '([^/]+|(dist(?!/esm)|lib|classes|functions|internal|ranges)/.+)\\.c?js';

/**
 * The packages of the runtime layer, without type declarations, source maps, sources, headers and other platforms' binaries, and
 * without the execution providers for accelerators that an install of ONNX Runtime may download: Lambda has no accelerators.
 */
export function nativePackages(architecture: Architecture): NativePackage[] {
  // The architecture's name in Node and npm.
  const cpu = architecture === 'x86_64' ? 'x64' : 'arm64';
  const libraries = [
    `bin/napi-v\\d+/linux/${cpu}/(libonnxruntime\\.so[.\\d]*|.+\\.node)`,
    'lib/(libvips-cpp\\.so[.\\d]*|.+\\.node)',
    `tokenizers\\.linux-${cpu}-gnu\\.node`,
  ].join('|');
  const keep = new RegExp(`^(${TEXTS}|${MODULES}|${libraries})$`);
  const native = [
    'onnxruntime-node',
    `@img/sharp-linux-${cpu}`,
    `@img/sharp-libvips-linux-${cpu}`,
    'tokenizers',
  ];
  const others = ['onnxruntime-common', 'sharp', '@img/colour', 'detect-libc', 'semver'];
  return [
    ...native.map((name) => ({ name, keep, needs: new RegExp(`^(${libraries})$`) })),
    ...others.map((name) => ({ name, keep, needs: /^package\.json$/ })),
  ];
}

/** Version and hash of a package in the lock file; `integrity` is `sha512-<base64>` of its archive. */
export function lockedPackage(name: string): { version: string; integrity: string } {
  const entry = JSON.parse(readFileSync(lockFile, 'utf8')).packages[`node_modules/${name}`];
  if (!entry?.integrity) throw new Error(`${lockFile} pins no ${name}: the runtime layer needs it.`);
  return entry;
}

/**
 * The folder of a package in exactly the version of the lock file. A package that is not installed, for example because it is for
 * another processor, is fetched from the npm registry, checked against the lock's SHA-512, and kept in `node_modules/.cache`.
 */
export function locatePackage({ name, needs }: Omit<NativePackage, 'keep'>): string {
  const { version, integrity } = lockedPackage(name);
  const installed = installedPaths(name).find((folder) => {
    const manifest = join(folder, 'package.json');
    const isRight = existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
    return isRight && listFiles(folder).some(({ path }) => needs.test(path));
  });
  if (installed !== undefined) return installed;
  const cached = join(packageCache, `${name}-${version}`);
  if (!existsSync(cached)) {
    replaceFolder(cached, (partial) => fetchPackage(`${name}@${version}`, integrity, partial));
  }
  return cached;
}

/** Fetches `<name>@<version>` and unpacks it into an existing folder. @throws Error if this fails, or the hash differs */
function fetchPackage(wanted: string, integrity: string, directory: string): void {
  try {
    const packed = npm('pack', wanted, '--pack-destination', directory, '--json', '--silent');
    const [{ filename, integrity: actual }] = JSON.parse(packed);
    if (actual !== integrity) {
      throw new Error(`${wanted} has the hash ${actual}, but ${lockFile} pins ${integrity}.`);
    }
    const archive = join(directory, filename);
    execFileSync('tar', ['-xz', '--strip-components=1', '-f', archive, '-C', directory]);
    rmSync(archive);
  } catch (error) {
    throw new Error(`Cannot fetch ${wanted} from the npm registry: ${describeError(error)}`);
  }
}

/** Runs npm. @returns its output @throws Error with npm's message */
export function npm(...parameters: readonly string[]): string {
  const [file, words, options] = npmCommand(...parameters);
  return execFileSync(file, words, { ...options, stdio: 'pipe', encoding: 'utf8' });
}

/**
 * npm's program, parameters and options. On Windows, npm is a batch file, which needs a shell, and the shell needs quotes around
 * paths with blanks.
 */
export function npmCommand(...parameters: readonly string[]) {
  const shell = process.platform === 'win32';
  const words = shell ? parameters.map((parameter) => `"${parameter}"`) : parameters;
  // The timeout is long, because the largest package has 30 MB.
  return ['npm', words, { shell, timeout: 300_000 }] as const;
}

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describeError } from '../project/describe-error.ts';
import { packageCache, projectDirectory } from '../project/places.ts';
import { listFiles } from './folder.ts';
import { npm } from './npm.ts';
import { lockFile } from './places.ts';
import { replaceFolder } from './replace-folder.ts';

const run = promisify(execFile);

/** What a lock pins of a package. */
export interface LockedPackage {
  readonly version: string;
  /** `sha512-<base64>` of the package's archive. */
  readonly integrity: string;
  /** The processors it is made for; undefined: all. */
  readonly cpu?: readonly string[];
}

/** What the lock pins for one package. */
export function lockedPackage(name: string): LockedPackage {
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
  const entry = lock.packages[`node_modules/${name}`];
  if (!entry?.integrity) throw new Error(`${lockFile} pins no ${name}: the runtime layer needs it.`);
  return entry;
}

/**
 * The folder of a package in exactly the version that the lock pins: the installed one or, for packages that npm skips
 * on this machine because they are made for another processor, one fetched from the npm registry, checked against the
 * lock's SHA-512 and kept in `node_modules/.cache`.
 *
 * @param needs a file without which the installed one is of no use
 */
export async function locatePackage(name: string, needs = /^package\.json$/): Promise<string> {
  const { version, integrity } = lockedPackage(name);
  const installed = installedPackage(name, version, needs);
  if (installed !== undefined) return installed;
  const cached = join(packageCache, `${name}-${version}`);
  if (!existsSync(cached))
    await replaceFolder(cached, (partial) => fetchPackage(name, version, integrity, partial));
  return cached;
}

/** Where npm may have put it: beside the packages of this project, or of those that it is installed for. */
function installedPackage(name: string, version: string, needs: RegExp): string | undefined {
  for (let folder = projectDirectory; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    const manifest = join(candidate, 'package.json');
    const isRight = existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
    if (isRight && listFiles(candidate).some(({ path }) => needs.test(path))) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Unpacks the archive of `name@version` into `directory` once its SHA-512 is the expected one. */
async function fetchPackage(
  name: string,
  version: string,
  integrity: string,
  directory: string,
): Promise<void> {
  const download = mkdtempSync(join(tmpdir(), 'subsecond-'));
  try {
    await npm('pack', `${name}@${version}`, '--pack-destination', download, '--silent');
    const archive = join(download, String(readdirSync(download)[0]));
    const actual = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (actual !== integrity) {
      throw new Error(`${name}@${version} from the registry has ${actual}, ${lockFile} pins ${integrity}.`);
    }
    mkdirSync(directory, { recursive: true });
    await unpackArchive(archive, directory);
  } catch (error) {
    throw new Error(`Cannot fetch ${name}@${version} from the npm registry: ${describeError(error)}`);
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}

/** Unpacks a package's archive, as `npm pack` leaves it, into an existing folder. */
export async function unpackArchive(archive: string, directory: string): Promise<void> {
  await run('tar', [
    '--extract',
    '--gzip',
    '--strip-components=1',
    '--file',
    archive,
    '--directory',
    directory,
  ]);
}

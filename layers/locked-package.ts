import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from './places.ts';
import { replaceFolder } from './replace-folder.ts';

const run = promisify(execFile);

interface LockedPackage {
  readonly version: string;
  /** `sha512-<base64>` of the package's archive. */
  readonly integrity: string;
}

/** What `package-lock.json` pins for one package. */
function lockedPackage(name: string): LockedPackage {
  const lock = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8'));
  const entry = lock.packages[`node_modules/${name}`];
  if (!entry?.integrity) throw new Error(`package-lock.json pins no ${name}: the runtime layer needs it.`);
  return entry;
}

/**
 * The folder of a package in exactly the version that `package-lock.json` pins: the installed one or, for
 * packages that npm skips on this machine because they are made for another processor, one fetched from the
 * npm registry, checked against the lock's SHA-512 and kept in `node_modules/.cache`.
 */
export async function locatePackage(name: string): Promise<string> {
  const { version, integrity } = lockedPackage(name);
  const installed = join(repositoryRoot, 'node_modules', name);
  if (existsSync(join(installed, 'package.json'))) {
    const found: string = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).version;
    if (found !== version) {
      throw new Error(`node_modules has ${name} ${found}, package-lock.json pins ${version}: run npm ci.`);
    }
    return installed;
  }
  const cached = join(repositoryRoot, 'node_modules/.cache/subsecond', `${name}-${version}`);
  if (!existsSync(cached))
    await replaceFolder(cached, (partial) => fetchPackage(name, version, integrity, partial));
  return cached;
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
    await run('npm', ['pack', `${name}@${version}`, '--pack-destination', download, '--silent']);
    const archive = join(download, String(readdirSync(download)[0]));
    const actual = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (actual !== integrity) {
      throw new Error(
        `${name}@${version} from the registry has ${actual}, package-lock.json pins ${integrity}.`,
      );
    }
    mkdirSync(directory, { recursive: true });
    await unpackArchive(archive, directory);
  } catch (error) {
    throw new Error(`Cannot fetch ${name}@${version} from the npm registry.`, { cause: error });
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

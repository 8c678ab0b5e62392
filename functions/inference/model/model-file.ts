/** Reads files of a model, and checks them by their SHA-256. */
import { createHash, hash } from 'node:crypto';
import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import type { Manifest, MemberEntry } from './manifest.ts';
import { ModelError } from './model-error.ts';

/**
 * Size of the pieces in which a file is hashed. A piece stays in the processor's cache; allocating memory for the whole file
 * would take longer than hashing it. Hashing runs on this thread, because the thread is idle at the start, and hashing on
 * another thread takes one and a half times as long.
 */
const PIECE_BYTES = 256 * 1024;

/**
 * Reads a file, and checks its SHA-256 if one is given.
 * @throws {ModelError} when the file is missing, differs, or is a link out of its folder
 */
export async function readVerified(file: string, sha256: string | undefined): Promise<Buffer<ArrayBuffer>> {
  requireInItsFolder(file);
  const bytes = await readFile(file).catch((cause: Error) => cannotBeRead(file, cause));
  if (sha256 !== undefined) compare(file, hash('sha256', bytes), sha256);
  return bytes;
}

/**
 * Compares each file that has a hash with this hash.
 * @throws {ModelError} when a file is missing, differs, or is a link out of its folder
 */
export function verifyFiles(
  directory: string,
  entries: readonly Pick<MemberEntry, 'file' | 'sha256' | 'externalData'>[],
): void {
  const different = new Map(filesOf(entries).map((entry) => [`${entry.sha256} ${entry.file}`, entry]));
  for (const { file, sha256 } of different.values()) {
    const weights = path.join(directory, file);
    requireInItsFolder(weights);
    if (sha256 !== undefined) compare(weights, hashFile(weights), sha256);
  }
}

/** Bytes of all members' files, including external weights. A missing file counts as empty. */
export function bytesOf(
  directory: string,
  members: readonly Pick<MemberEntry, 'file' | 'externalData'>[],
): number {
  const names = new Set(filesOf(members).map(({ file }) => file));
  const sizes = [...names].map(
    (name) => statSync(path.join(directory, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function filesOf(members: readonly Pick<MemberEntry, 'file' | 'sha256' | 'externalData'>[]) {
  return members.flatMap((member) => [member, ...(member.externalData ?? [])]);
}

/** Refuses a symbolic link out of the folder, just as the manifest's schema refuses a name with `../`. */
function requireInItsFolder(file: string): void {
  try {
    if (realpathSync(path.dirname(file)) === path.dirname(realpathSync(file))) return;
  } catch (cause) {
    cannotBeRead(file, cause as Error);
  }
  throw new ModelError(`${file} is a symbolic link that leads out of its folder: replace it with the file`);
}

/** SHA-256 of a file in hexadecimal. @throws {ModelError} when the file cannot be read */
export function hashFile(file: string): string {
  const sha256 = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  try {
    const descriptor = openSync(file, 'r');
    try {
      let bytesRead: number;
      do {
        bytesRead = readSync(descriptor, piece);
        sha256.update(piece.subarray(0, bytesRead));
      } while (bytesRead > 0);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    cannotBeRead(file, cause as Error);
  }
  return sha256.digest('hex');
}

function cannotBeRead(file: string, cause: Error): never {
  throw new ModelError(`${file} cannot be read: ${cause.message}`, { cause });
}

function compare(file: string, actual: string, sha256: string): void {
  if (actual === sha256) return;
  throw new ModelError(
    `${file} has SHA-256 ${actual}, but ensemble.json says ${sha256}: the file is corrupt or was replaced`,
  );
}

/** Fields of `ensemble.json` that do not affect outputs. */
const IRRELEVANT: ReadonlySet<string> = new Set([
  'version',
  'title',
  'hint',
  'page',
  'contracts',
  'deadlineMilliseconds',
  'samplesRight',
  'batch',
]);

const UnknownFile = v.object({ file: v.string(), sha256: v.optional(v.undefined()) });

/**
 * The first 16 hexadecimal digits of the SHA-256 of all that affects outputs. Files without a hash in the manifest are hashed.
 * @throws {ModelError} when a file without a hash is missing
 */
export function fingerprint(directory: string, manifest: Manifest): string {
  const relevant = Object.entries(manifest).filter(([name]) => !IRRELEVANT.has(name));
  const content = JSON.stringify(Object.fromEntries(relevant), (_, value: unknown) =>
    v.is(UnknownFile, value) ? { ...value, sha256: hashFile(path.join(directory, value.file)) } : value,
  );
  return hash('sha256', content).slice(0, 16);
}

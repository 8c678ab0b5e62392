/** Files of a task: read whole, and known by their SHA-256. */
import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ModelError } from './model-error.ts';

/** Reads a file. @throws {ModelError} when it cannot be read */
export async function readModelFile(file: string): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new ModelError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/**
 * Checks bytes against a SHA-256, off the main thread, so that a model can be loaded meanwhile.
 *
 * @param sha256 undefined: nothing is checked
 * @throws {ModelError} when they differ
 */
export async function verify(
  file: string,
  bytes: Buffer<ArrayBuffer>,
  sha256: string | undefined,
): Promise<void> {
  if (sha256 === undefined) return;
  const actual = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
  if (actual !== sha256) {
    throw new ModelError(
      `${file} has SHA-256 ${actual} where ensemble.json says ${sha256}: corrupt or replaced`,
    );
  }
}

/** Reads a file that must have the given SHA-256. @throws {ModelError} when it is missing or differs */
export async function readVerified(file: string, sha256: string | undefined): Promise<Buffer<ArrayBuffer>> {
  const bytes = await readModelFile(file);
  await verify(file, bytes, sha256);
  return bytes;
}

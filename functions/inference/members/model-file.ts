/** Files of a task, known by their SHA-256. */
import { createHash, hash } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { ModelError } from './model-error.ts';

/** A file is hashed in pieces that stay in the processor's cache: new memory for all of it takes longer than its hash. */
const PIECE_BYTES = 256 * 1024;

/** Reads a file that must have the given SHA-256. @throws {ModelError} when it is missing or differs */
export async function readVerified(file: string, sha256: string | undefined): Promise<Buffer<ArrayBuffer>> {
  const bytes = await readFile(file).catch((cause: Error) => cannotBeRead(file, cause));
  if (sha256 !== undefined) compare(file, hash('sha256', bytes), sha256);
  return bytes;
}

/**
 * Checks a file that something else reads.
 *
 * @param sha256 undefined: any content will do
 * @throws {ModelError} when it is missing or differs
 */
export async function verifyFile(file: string, sha256: string | undefined): Promise<void> {
  const handle = await open(file).catch((cause: Error) => cannotBeRead(file, cause));
  try {
    if (sha256 === undefined) return;
    const actual = await hashOf(handle).catch((cause: Error) => cannotBeRead(file, cause));
    compare(file, actual, sha256);
  } finally {
    await handle.close();
  }
}

async function hashOf(handle: FileHandle): Promise<string> {
  const sha256 = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (;;) {
    const { bytesRead } = await handle.read(piece);
    if (bytesRead === 0) return sha256.digest('hex');
    sha256.update(piece.subarray(0, bytesRead));
  }
}

function cannotBeRead(file: string, cause: Error): never {
  throw new ModelError(`${file} cannot be read: ${cause.message}`, { cause });
}

function compare(file: string, actual: string, sha256: string): void {
  if (actual === sha256) return;
  throw new ModelError(
    `${file} has SHA-256 ${actual} where ensemble.json says ${sha256}: corrupt or replaced`,
  );
}

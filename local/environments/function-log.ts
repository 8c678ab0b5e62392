import { closeSync, copyFileSync, fchmodSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { unwritable } from '../data-directory.ts';

const LARGEST_BYTES = 64 * 1024 * 1024;
const CHECK_MILLISECONDS = 10_000;
/** It holds request ids and answers. */
const OWNER_ONLY = 0o600;

/**
 * The file that takes what the functions print, in the place of CloudWatch Logs. Environments write to it
 * themselves; this only keeps it from filling the disk: past 64 MiB it moves to `function.log.1`,
 * or is dropped where that cannot be written.
 */
export class FunctionLog {
  readonly file: string;
  /** Open for appending; for the `stdio` of a child process. */
  readonly descriptor: number;
  readonly #timer: NodeJS.Timeout;

  /**
   * @param directory a folder that is there
   * @throws {ServiceError} when it cannot be opened
   */
  constructor(directory: string) {
    this.file = join(directory, 'function.log');
    this.descriptor = openPrivately(this.file);
    this.#timer = setInterval(() => this.rotate(LARGEST_BYTES), CHECK_MILLISECONDS).unref();
  }

  /** Starts the file afresh if it is larger than that; writers append, so they go on at its new end. */
  rotate(largestBytes: number): void {
    if (fstatSync(this.descriptor).size <= largestBytes) return;
    try {
      copyFileSync(this.file, `${this.file}.1`);
    } catch {
      // A disk that is full already needs the space more than anybody needs the old lines.
    }
    ftruncateSync(this.descriptor);
  }

  close(): void {
    clearInterval(this.#timer);
    closeSync(this.descriptor);
  }
}

function openPrivately(file: string): number {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'a', OWNER_ONLY);
  } catch (error) {
    throw unwritable(file, error);
  }
  // One that was there before may have had other rights. Behind a link may be a device: its rights are not ours to change.
  if (fstatSync(descriptor).isFile()) {
    try {
      fchmodSync(descriptor, OWNER_ONLY);
    } catch {
      // It is somebody else's, who lets us write: so be it.
    }
  }
  return descriptor;
}

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../service-error.ts';

/** For a process that has just been killed to be gone. */
const PATIENCE_MILLISECONDS = 1000;
/** SQLITE_BUSY: somebody else has the lock. */
export const BUSY = 5;

/**
 * Makes a folder this process's own. The lock is SQLite's, on a file without content: the system releases it when the process
 * ends, however it ends.
 */
export class FolderLock {
  readonly #database: DatabaseSync;

  /**
   * @param timeout milliseconds for which the whole process waits for it
   * @throws {ServiceError} when another process has it; SQLite's error where the file cannot be made
   */
  constructor(folder: string, timeout: number = PATIENCE_MILLISECONDS) {
    this.#database = new DatabaseSync(join(folder, 'lock'), { timeout });
    try {
      this.#database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      this.#database.close();
      if (codeOf(error) !== BUSY) throw error;
      throw new ServiceError(`another service uses ${folder}: stop it, or choose another folder with --data`);
    }
  }

  release(): void {
    this.#database.close();
  }
}

/** SQLite's result code, without what it adds for some; 0 where the error is not SQLite's. */
export function codeOf(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff;
}

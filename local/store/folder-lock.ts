import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../service-error.ts';

/** For a process that has just been killed to be gone. */
const PATIENCE_MILLISECONDS = 1000;
/** SQLite's code for a file that somebody else has locked (SQLITE_BUSY), in the lowest byte of what it says. */
const BUSY = 5;

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
      const { errcode = 0 } = error as { errcode?: number };
      if ((errcode & 0xff) !== BUSY) throw error;
      throw new ServiceError(`another service uses ${folder}: stop it, or choose another folder with --data`);
    }
  }

  release(): void {
    this.#database.close();
  }
}

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** For a process that has just been killed to be gone. */
const PATIENCE_MILLISECONDS = 1_000;
/** SQLite's code for a file that somebody else has locked (SQLITE_BUSY), in the lowest byte of what it says. */
const BUSY = 5;

/**
 * Makes a folder this process's own. The lock is SQLite's, on a file without content: the system lets go of it when the process
 * ends, however it ends.
 */
export class FolderLock {
  readonly #database: DatabaseSync;

  /** @throws Error that says what would be right, when another process has it */
  constructor(folder: string) {
    this.#database = new DatabaseSync(join(folder, 'lock'), { timeout: PATIENCE_MILLISECONDS });
    try {
      this.#database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      const { errcode = 0 } = error as { errcode?: number };
      if ((errcode & 0xff) !== BUSY) throw error;
      throw new Error('another service uses that folder, choose another one with --data');
    }
  }

  release(): void {
    this.#database.close();
  }
}

/** The file of the response store as its owner has it: makes it, mends it, and keeps it from growing without limit. */
import { closeSync, existsSync, renameSync, rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { openPrivately, prepareDataDirectory } from '../data-directory.ts';
import type { Incidents } from '../metrics/incidents.ts';
import { ServiceError } from '../service-error.ts';
import { Checkpoints } from './checkpoints.ts';
import { codeOf, FolderLock } from './folder-lock.ts';
import { inodeOf, openExisting, storePath } from './sqlite-file.ts';

/** Where a file system cannot have a log beside the file, SQLite keeps its usual journal, and every transaction waits for the disk. */
const MAKE = `
  PRAGMA journal_mode = WAL;
  PRAGMA wal_autocheckpoint = 0;
  CREATE TABLE IF NOT EXISTS responses (
    key TEXT NOT NULL UNIQUE, response TEXT NOT NULL, version TEXT NOT NULL, digest TEXT NOT NULL,
    time INTEGER NOT NULL, expires INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS responses_by_expiry ON responses (expires);
`;
const DELETE = 'DELETE FROM responses WHERE rowid IN (SELECT rowid FROM responses WHERE expires < ? LIMIT ?)';

/** For a checkpoint thread of the file's last life to end what it does. */
const OPENING_MILLISECONDS = 1000;
/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);
/** A clock that is wrong for some hours costs no response. */
const GRACE_SECONDS = 24 * 3600;
/** Expired entries deleted in one go, a few milliseconds of work; the next go comes soon where there are more. */
const PORTION = 100;
const PORTION_PAUSE_MILLISECONDS = 100;
const EXPIRY_MILLISECONDS = 10_000;

/** What a store needs of the owner of its file. */
export interface StoreFileOwner {
  /**
   * Called by a store whose file is lost, or not open yet. Resolves when the file is there, in a folder that is this service's own.
   *
   * @throws {Error} saying why it cannot be there
   */
  provide(): Promise<void>;
}

/** There is one for a data folder, and any number of stores that have its file open. */
export class StoreKeeper implements StoreFileOwner {
  readonly path: string;
  readonly #directory: string;
  readonly #incidents: Pick<Incidents, 'report'>;
  #lock: FolderLock | undefined;
  #database: DatabaseSync | undefined;
  #delete: StatementSync | undefined;
  #inode: number | undefined;
  #checkpoints: Checkpoints | undefined;
  #expiry: NodeJS.Timeout | undefined;
  #closed = false;

  /** @throws {ServiceError} when another service uses the folder, or nothing can be written there */
  constructor(dataDirectory: string, incidents: Pick<Incidents, 'report'>) {
    this.path = storePath(dataDirectory);
    this.#directory = dataDirectory;
    this.#incidents = incidents;
    try {
      this.#open();
    } catch (error) {
      this.#release();
      if (error instanceof ServiceError) throw error;
      throw new ServiceError(`${this.path} cannot be opened: ${(error as Error).message}`);
    }
    this.#deleteExpiredIn(EXPIRY_MILLISECONDS);
  }

  async provide(): Promise<void> {
    if (this.#closed) throw new Error('the store is closed');
    const wasRemoved = this.#inode !== undefined && inodeOf(this.path) !== this.#inode;
    if (wasRemoved) this.#release();
    else this.#closeFile();
    this.#open(0);
    if (wasRemoved) this.#reportEmptied('was removed');
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#expiry);
    await this.#checkpoints?.close();
    this.#release();
  }

  /** @param timeout milliseconds for which the whole process waits for the folder */
  #open(timeout?: number): void {
    if (!this.#lock) {
      prepareDataDirectory(this.#directory);
      this.#lock = new FolderLock(this.#directory, timeout);
    }
    try {
      this.#openFile();
    } catch (error) {
      if (!DAMAGED.has(codeOf(error))) throw error;
      this.#replaceDamaged();
    }
  }

  #openFile(): void {
    // The log beside it takes over the rights of the file.
    closeSync(openPrivately(this.path));
    const database = openExisting(this.path, OPENING_MILLISECONDS);
    try {
      database.exec(MAKE);
      database.exec('PRAGMA busy_timeout = 0');
      this.#delete = database.prepare(DELETE);
    } catch (error) {
      database.close();
      throw error;
    }
    this.#database = database;
    this.#inode = inodeOf(this.path);
    this.#checkpoints = new Checkpoints(this.path);
  }

  /** Keeps a damaged file for inspection; of several, the last. */
  #replaceDamaged(): void {
    const aside = `${this.path}.damaged`;
    rmSync(aside, { force: true });
    renameSync(this.path, aside);
    for (const suffix of ['-wal', '-shm']) if (existsSync(this.path + suffix)) rmSync(this.path + suffix);
    this.#openFile();
    this.#reportEmptied(`is damaged (it lies in ${aside} now)`);
  }

  #reportEmptied(reason: string): void {
    this.#incidents.report('StoresMade', { sentence: `the response cache ${reason}, and begins anew` });
  }

  #release(): void {
    this.#closeFile();
    this.#lock?.release();
    this.#lock = undefined;
  }

  #closeFile(): void {
    void this.#checkpoints?.close();
    this.#checkpoints = undefined;
    try {
      this.#database?.close();
    } catch {
      // A file that cannot be closed was lost before, and that has been reported.
    }
    this.#database = undefined;
    this.#delete = undefined;
    this.#inode = undefined;
  }

  #deleteExpiredIn(milliseconds: number): void {
    this.#expiry = setTimeout(() => {
      let deleted = 0;
      try {
        deleted = this.deleteExpired(Math.floor(Date.now() / 1000) - GRACE_SECONDS, PORTION);
      } catch {
        // Requests meet the same failure, and report it.
      }
      this.#deleteExpiredIn(deleted === PORTION ? PORTION_PAUSE_MILLISECONDS : EXPIRY_MILLISECONDS);
    }, milliseconds).unref();
  }

  /**
   * Deletes entries that have expired before that time, in seconds since 1970.
   *
   * @param most how many at most
   * @returns how many they were
   */
  deleteExpired(before: number, most: number): number {
    return Number(this.#delete?.run(before, most).changes ?? 0);
  }
}

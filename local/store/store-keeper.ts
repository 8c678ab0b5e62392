/** The owner of the response store's file: makes it, repairs it, and limits its growth. */
import { closeSync, existsSync, renameSync, rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { openPrivately, prepareDataDirectory } from '../data-directory.ts';
import type { Incidents } from '../metrics/incidents.ts';
import { ServiceError } from '../service-error.ts';
import { Checkpoints } from './checkpoints.ts';
import { codeOf, FolderLock } from './folder-lock.ts';
import { inodeOf, openExisting, storePath } from './sqlite-file.ts';

/**
 * On file systems that cannot have a log beside the file, SQLite keeps its usual journal, and every transaction waits for the
 * disk.
 */
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

/** Time for an earlier checkpoint thread of the file to end. */
const OPENING_MILLISECONDS = 1000;
/** Errors of a damaged file: SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);
/** Entries are kept a day beyond their expiry, so that a clock that is some hours wrong costs no response. */
const GRACE_SECONDS = 24 * 3600;
/** Expired entries that are deleted at once, in a few milliseconds; if there are more, they follow soon. */
const PORTION = 100;
const PORTION_PAUSE_MILLISECONDS = 100;
const EXPIRY_MILLISECONDS = 10_000;

/** The part of the file's owner that a store uses. */
export interface StoreFileOwner {
  /**
   * Called by a store that has lost the file, or cannot open it. Resolves when the file exists in a folder that belongs to
   * this service.
   * @throws {Error} that says why it cannot exist
   */
  provide(): Promise<void>;
}

/** The owner of the file in a data folder, for any number of stores that have the file open. */
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
    // SQLite gives the log the permissions of the file.
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

  /** Keeps the last damaged file for inspection. */
  #replaceDamaged(): void {
    const aside = `${this.path}.damaged`;
    rmSync(aside, { force: true });
    renameSync(this.path, aside);
    for (const suffix of ['-wal', '-shm']) if (existsSync(this.path + suffix)) rmSync(this.path + suffix);
    this.#openFile();
    this.#reportEmptied(`is damaged (it is kept as ${aside})`);
  }

  #reportEmptied(reason: string): void {
    this.#incidents.report('StoresMade', { sentence: `the response cache ${reason}, and starts empty` });
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
      // A file that cannot be closed was lost before, which has been reported.
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
        // Ignored here, because requests meet and report the same failure.
      }
      this.#deleteExpiredIn(deleted === PORTION ? PORTION_PAUSE_MILLISECONDS : EXPIRY_MILLISECONDS);
    }, milliseconds).unref();
  }

  /**
   * Deletes entries that expired before a time. @param before seconds since 1970 @param most largest number of
   * deletions @returns the number of deletions
   */
  deleteExpired(before: number, most: number): number {
    return Number(this.#delete?.run(before, most).changes ?? 0);
  }
}

/** Cache entries in a file of SQLite, which Node brings along. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { CacheEntry } from '../../functions/inference/cache/response-store.ts';

/** An entry that has expired counts as missing, and is replaced. */
const PUT = `
  INSERT INTO responses (key, response, version, digest, time, expires) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET
    response = excluded.response, version = excluded.version, digest = excluded.digest,
    time = excluded.time, expires = excluded.expires
  WHERE responses.expires < ?`;
const GET = 'SELECT key, response, version, digest, time, expires FROM responses WHERE key = ?';

/**
 * The file as one front process has it open. Every method throws SQLite's error when it fails, and does not wait for a lock: the
 * process has other work.
 *
 * Writes go to a log beside the file (WAL) and have reached the operating system when a transaction ends, so that they outlive
 * this process. Nothing waits for the disk here: `checkpoint-thread.ts` brings the log into the file. After a power failure the
 * last seconds may be missing, and never more (`synchronous = NORMAL`), unless each transaction is to wait for the disk.
 */
export class SqliteFile {
  readonly path: string;
  readonly #inode: number;
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;

  /**
   * @param path of a file that `StoreKeeper` has made
   * @param durable whether a transaction ends when it is on the disk
   */
  constructor(path: string, durable = false) {
    this.path = path;
    this.#database = openExisting(path, 0);
    try {
      this.#database.exec(
        `PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}; PRAGMA wal_autocheckpoint = 0`,
      );
      this.#inode = inodeOf(path)!;
      this.#get = this.#database.prepare(GET);
      this.#put = this.#database.prepare(PUT);
      this.#begin = this.#database.prepare('BEGIN IMMEDIATE');
      this.#commit = this.#database.prepare('COMMIT');
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  get(key: string): CacheEntry | undefined {
    return this.#get.get(key) as CacheEntry | undefined;
  }

  /**
   * Writes an entry unless there is one with its key that expires at `now` or later, in seconds since 1970.
   *
   * @returns the entry that the file holds now
   */
  putIfAbsent(entry: CacheEntry, now: number): CacheEntry {
    const { key, response, version, digest, time, expires } = entry;
    const written = this.#put.run(key, response, version, digest, time, expires, now).changes === 1;
    return written ? entry : (this.get(key) ?? entry);
  }

  /** Runs work in one transaction: all of it is written, or nothing. */
  transaction<T>(work: () => T): T {
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      // Some errors end the transaction by themselves.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Whether the file still lies where it was opened: one that was removed takes writes as before, for nobody. */
  isInPlace(): boolean {
    return inodeOf(this.path) === this.#inode;
  }

  close(): void {
    this.#database.close();
  }
}

/** Where responses lie in a data folder. */
export function storePath(dataDirectory: string): string {
  return join(dataDirectory, 'cache.db');
}

/** @param timeout milliseconds for which the whole process waits for a lock */
export function openExisting(path: string, timeout: number): DatabaseSync {
  const url = pathToFileURL(path);
  // Without it, SQLite makes an empty file where there is none.
  url.searchParams.set('mode', 'rw');
  return new DatabaseSync(url, { timeout });
}

/** Undefined where there is no file. */
export function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

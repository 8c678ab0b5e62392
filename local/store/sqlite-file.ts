/** Stores cache entries in a file, with the SQLite that is built into Node. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { CacheEntry } from '../../functions/inference/cache/response-store.ts';

/** SQLITE_BUSY: another process or connection has the lock. */
export const BUSY = 5;

/** An entry that has expired counts as missing, and is replaced. */
const PUT = `
  INSERT INTO responses (key, response, version, digest, time, expires) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET
    response = excluded.response, version = excluded.version, digest = excluded.digest,
    time = excluded.time, expires = excluded.expires
  WHERE responses.expires < ?`;
const GET = 'SELECT key, response, version, digest, time, expires FROM responses WHERE key = ?';

/**
 * The store's file, opened in one front process. Every query throws SQLite's error when it fails, and does not wait for a lock,
 * because the process has other work. Writes go to a log beside the file (WAL) and have reached the operating system when a
 * transaction ends, so they outlive this process. Nothing here waits for the disk: `maintenance-thread.ts` moves the log into the
 * file. A power failure may lose the writes of the last seconds, but no earlier ones (`synchronous = NORMAL`).
 */
export class SqliteFile {
  readonly path: string;
  readonly #inode: number;
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;
  readonly #put: StatementSync;

  /** @param path of a file that `StoreKeeper` has made */
  constructor(path: string) {
    this.path = path;
    this.#database = openExisting(path, 0);
    try {
      this.#database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
      this.#inode = inodeOf(path)!;
      this.#get = this.#database.prepare(GET);
      this.#put = this.#database.prepare(PUT);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  get(key: string): CacheEntry | undefined {
    return this.#get.get(key) as CacheEntry | undefined;
  }

  /**
   * Writes an entry unless the file has an entry with its key that expires at `now` or later, in seconds since 1970. @returns the
   * entry that the file holds now
   */
  putIfAbsent(entry: CacheEntry, now: number): CacheEntry {
    const { key, response, version, digest, time, expires } = entry;
    const written = this.#put.run(key, response, version, digest, time, expires, now).changes === 1;
    return written ? entry : (this.get(key) ?? entry);
  }

  /** Runs work in one transaction: all of it is written, or nothing. */
  transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      // Some errors end the transaction by themselves.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Whether the file is still at its path. A removed file would accept writes that nobody can read. */
  isInPlace(): boolean {
    return inodeOf(this.path) === this.#inode;
  }

  close(): void {
    this.#database.close();
  }
}

export function storePath(dataDirectory: string): string {
  return join(dataDirectory, 'cache.db');
}

/** @param timeout longest wait for a lock, in milliseconds; the whole process waits */
export function openExisting(path: string, timeout: number): DatabaseSync {
  const url = pathToFileURL(path);
  // This mode reads and writes, but does not make an empty file if there is none.
  url.searchParams.set('mode', 'rw');
  return new DatabaseSync(url, { timeout });
}

/** SQLite's primary result code; 0 for other errors. */
export function codeOf(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff;
}

export function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

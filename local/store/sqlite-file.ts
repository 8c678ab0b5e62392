/** Cache entries in a file of SQLite, which Node brings along. */
import { closeSync, statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { CacheEntry } from '../../functions/inference/cache/response-store.ts';
import { openPrivately } from '../data-directory.ts';

/**
 * Writes go to a log beside the file (WAL) and have reached the operating system when a transaction ends, so that they outlive
 * this process. Nothing waits for the disk here: `checkpoint-thread.ts` brings the log into the file. After a power failure the
 * last seconds may be missing, and never more (`synchronous = NORMAL`), unless each transaction is to wait for the disk. Where a file system cannot have such a log, SQLite
 * keeps its usual journal, and every transaction waits for the disk.
 */
const OPEN = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = 0;
  CREATE TABLE IF NOT EXISTS responses (
    key TEXT NOT NULL UNIQUE, response TEXT NOT NULL, version TEXT NOT NULL, digest TEXT NOT NULL,
    time INTEGER NOT NULL, expires INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS responses_by_expiry ON responses (expires);
`;
/** An entry that has expired counts as missing, and is replaced. */
const PUT = `
  INSERT INTO responses (key, response, version, digest, time, expires) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET
    response = excluded.response, version = excluded.version, digest = excluded.digest,
    time = excluded.time, expires = excluded.expires
  WHERE responses.expires < ?`;
const GET = 'SELECT key, response, version, digest, time, expires FROM responses WHERE key = ?';
const DELETE = 'DELETE FROM responses WHERE rowid IN (SELECT rowid FROM responses WHERE expires < ? LIMIT ?)';

/** For a checkpoint thread of the file's last life to end what it does. */
const OPENING_MILLISECONDS = 1000;

/** One open file. Every method throws SQLite's error when it fails, and does not wait for a lock: the process has other work. */
export class SqliteFile {
  readonly path: string;
  /** Rows written or deleted. */
  writes = 0;
  readonly #inode: number;
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;

  /**
   * @param prepare what is done with the file before anything else
   * @param durable whether a transaction ends when it is on the disk
   */
  constructor(path: string, prepare: (database: DatabaseSync) => void = () => {}, durable = false) {
    this.path = path;
    // The log beside it takes over the rights of the file.
    closeSync(openPrivately(path));
    this.#database = new DatabaseSync(path, { timeout: OPENING_MILLISECONDS });
    try {
      this.#database.exec(OPEN);
      if (durable) this.#database.exec('PRAGMA synchronous = FULL');
      prepare(this.#database);
      this.#database.exec('PRAGMA busy_timeout = 0');
      this.#inode = statSync(path).ino;
      this.#get = this.#database.prepare(GET);
      this.#put = this.#database.prepare(PUT);
      this.#delete = this.#database.prepare(DELETE);
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
    if (!written) return this.get(key) ?? entry;
    this.writes += 1;
    return entry;
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

  /**
   * Deletes entries that have expired before that time, in seconds since 1970.
   *
   * @param most how many at most
   * @returns how many they were
   */
  deleteExpired(before: number, most: number): number {
    const deleted = Number(this.#delete.run(before, most).changes);
    this.writes += deleted;
    return deleted;
  }

  /** Whether the file still lies where it was opened: one that was removed takes writes as before, for nobody. */
  isInPlace(): boolean {
    return statSync(this.path, { throwIfNoEntry: false })?.ino === this.#inode;
  }

  close(): void {
    this.#database.close();
  }
}

/** The items of a table in a file of SQLite, which Node brings along. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** An item, and what is looked at in it. */
export interface StoredItem {
  readonly id: string;
  /** When it may be forgotten, in seconds since 1970; undefined: never. */
  readonly expires: number | undefined;
  /** The whole of it, as it was given. */
  readonly json: string;
}

/**
 * Writes go to a log beside the file (WAL) and have reached the operating system when a call returns, so that they outlive this
 * process. Nothing waits for the disk here: `checkpoint-thread.ts` brings the log into the file. After a power failure the last
 * seconds may be missing, and never more (`synchronous = NORMAL`).
 */
const OPEN = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = 0;
  CREATE TABLE IF NOT EXISTS items (id TEXT NOT NULL UNIQUE, expires INTEGER, json TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS items_by_expiry ON items (expires);
`;
/** For the other thread to end what it does, where both need the same: not in practice. */
const PATIENCE_MILLISECONDS = 1_000;
const PUT = `
  INSERT INTO items (id, expires, json) VALUES (?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET expires = excluded.expires, json = excluded.json`;

export class ItemStore {
  /** How often something was written. */
  writes = 0;
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #putFirst: StatementSync;
  readonly #forget: StatementSync;

  /** @throws SQLite's error when the file cannot be opened, and so do all calls when it fails */
  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: PATIENCE_MILLISECONDS });
    this.#database.exec(OPEN);
    this.#get = this.#database.prepare('SELECT json FROM items WHERE id = ?');
    this.#put = this.#database.prepare(PUT);
    // Without an expiry the comparison is unknown, and the item stays.
    this.#putFirst = this.#database.prepare(`${PUT} WHERE items.expires < ?`);
    this.#forget = this.#database.prepare(
      'DELETE FROM items WHERE rowid IN (SELECT rowid FROM items WHERE expires < ? LIMIT ?)',
    );
  }

  /** JSON of the item with this key. */
  get(id: string): string | undefined {
    return this.#get.get(id)?.json as string | undefined;
  }

  put({ id, expires, json }: StoredItem): void {
    this.writes += 1;
    this.#put.run(id, expires ?? null, json);
  }

  /**
   * Writes an item unless there is one with its key that expires at `now` or later, in seconds since 1970, or never.
   *
   * @returns whether it was written
   */
  putFirst({ id, expires, json }: StoredItem, now: number): boolean {
    const written = this.#putFirst.run(id, expires ?? null, json, now).changes === 1;
    if (written) this.writes += 1;
    return written;
  }

  /**
   * Deletes items that have expired before that time, in seconds since 1970.
   *
   * @param most how many at most
   * @returns how many they were
   */
  forget(before: number, most: number): number {
    const forgotten = Number(this.#forget.run(before, most).changes);
    this.writes += forgotten;
    return forgotten;
  }

  /** Brings the whole log into the file; nothing else is done meanwhile. */
  checkpoint(): void {
    this.#database.exec('PRAGMA wal_checkpoint(RESTART)');
  }

  close(): void {
    this.#database.close();
  }
}

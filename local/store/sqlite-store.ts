/** The response store of one machine: a file of SQLite in the data folder, opened again whenever it was lost. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { CacheEntry, ResponseStore } from '../../functions/inference/cache/response-store.ts';
import { prepareDataDirectory } from '../data-directory.ts';
import type { Incidents } from '../metrics/incidents.ts';
import { ServiceError } from '../service-error.ts';
import { Checkpoints } from './checkpoints.ts';
import { takeOverEarlierTables } from './earlier-table.ts';
import { BUSY, codeOf, FolderLock } from './folder-lock.ts';
import { SqliteFile } from './sqlite-file.ts';

/** SQLITE_BUSY, SQLITE_FULL: the file is as it was. */
const PASSING: ReadonlySet<number> = new Set([BUSY, 13]);
/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);
/** After which writes that met a lock are tried again; nothing else waits meanwhile. */
const LOCKED_MILLISECONDS = 5;
/** A lock that is held for longer is a failure, and is reported. */
const LOCKED_TOO_LONG_MILLISECONDS = 1000;
/** One second of 10,000 requests per second. */
const MOST_PENDING = 10_000;
/** A clock that is wrong for some hours costs no response. */
const GRACE_SECONDS = 24 * 3600;
/** Expired entries deleted in one go, a few milliseconds of work; the next go comes soon where there are more. */
const PORTION = 100;
const PORTION_PAUSE_MILLISECONDS = 100;
const EXPIRY_MILLISECONDS = 10_000;

interface PendingWrite {
  readonly entry: CacheEntry;
  readonly now: number;
  readonly signal: AbortSignal;
  resolve(kept: CacheEntry): void;
  reject(error: unknown): void;
}

export class SqliteStore implements ResponseStore {
  readonly path: string;
  readonly #directory: string;
  readonly #incidents: Pick<Incidents, 'report'>;
  readonly #durable: boolean;
  #lock: FolderLock | undefined;
  #file: SqliteFile | undefined;
  #checkpoints: Checkpoints | undefined;
  #pending: PendingWrite[] = [];
  /** It has been reported since the last write that succeeded. */
  #isLost = false;
  /** Since when writes meet a lock, in milliseconds of `performance.now()`. */
  #lockedSince: number | undefined;
  #closed = false;
  #expiry: NodeJS.Timeout | undefined;

  /**
   * @param durable whether a response is on the disk before it goes out
   * @throws {ServiceError} when another service uses the folder, or nothing can be written there
   */
  constructor(dataDirectory: string, incidents: Pick<Incidents, 'report'>, durable = false) {
    this.path = join(dataDirectory, 'cache.db');
    this.#directory = dataDirectory;
    this.#incidents = incidents;
    this.#durable = durable;
    try {
      this.#lock = this.#lockFolder();
      this.#open();
    } catch (error) {
      this.#release();
      if (error instanceof ServiceError) throw error;
      throw new ServiceError(`${this.path} cannot be opened: ${(error as Error).message}`);
    }
    this.#deleteExpiredIn(EXPIRY_MILLISECONDS);
  }

  async get(key: string): Promise<CacheEntry | undefined> {
    return this.#attempt((file) => file.get(key));
  }

  /** Writes all entries of one turn of the event loop in one transaction; resolves when it is committed. */
  putIfAbsent(entry: CacheEntry, now: number, signal: AbortSignal): Promise<CacheEntry> {
    return new Promise((resolve, reject) => {
      if (this.#pending.length >= MOST_PENDING) reject(new Error(`${MOST_PENDING} writes wait already`));
      else if (this.#pending.push({ entry, now, signal, resolve, reject }) === 1) {
        setImmediate(() => this.#writePending());
      }
    });
  }

  /** Writes what is pending, and brings all of it into the file. */
  async close(): Promise<void> {
    clearTimeout(this.#expiry);
    this.#closed = true;
    if (this.#pending.length > 0) this.#writePending();
    await this.#checkpoints?.close();
    this.#release();
  }

  #writePending(): void {
    const writes = this.#pending.filter(({ signal }) => !signal.aborted);
    for (const { signal, reject } of this.#pending) if (signal.aborted) reject(signal.reason);
    this.#pending = [];
    if (writes.length === 0) return;
    try {
      let kept = this.#attempt((file) =>
        file.transaction(() => writes.map(({ entry, now }) => file.putIfAbsent(entry, now))),
      );
      if (!this.#file?.isInPlace()) {
        this.#release();
        this.#attempt(() => {});
        this.#reportEmptied('was removed');
        kept = this.#attempt((file) =>
          file.transaction(() => kept.map((entry) => file.putIfAbsent(entry, 0))),
        );
      }
      this.#isLost = false;
      this.#lockedSince = undefined;
      for (const [index, { resolve }] of writes.entries()) resolve(kept[index]!);
    } catch (error) {
      if (codeOf(error) === BUSY && !this.#closed) {
        // Another process has the lock: writes wait for it as long as their requests do.
        this.#pending = writes;
        setTimeout(() => this.#writePending(), LOCKED_MILLISECONDS);
      } else for (const { reject } of writes) reject(error);
    }
  }

  /** @throws what the work throws; then the file is opened again where that may help */
  #attempt<T>(work: (file: SqliteFile) => T): T {
    try {
      return work(this.#file ?? this.#open());
    } catch (error) {
      const code = codeOf(error);
      if (code !== BUSY || this.#isLockedTooLong()) this.#reportLost((error as Error).message);
      if (!PASSING.has(code)) this.#release();
      throw error;
    }
  }

  #isLockedTooLong(): boolean {
    this.#lockedSince ??= performance.now();
    return performance.now() - this.#lockedSince > LOCKED_TOO_LONG_MILLISECONDS;
  }

  #reportLost(reason: string): void {
    const sentence = `the response cache is out of reach, responses go out without it: ${reason}`;
    if (!this.#isLost) this.#incidents.report('StoreOutages', { sentence });
    this.#isLost = true;
  }

  #reportEmptied(reason: string): void {
    this.#incidents.report('StoresMade', { sentence: `the response cache ${reason}, and begins anew` });
  }

  #lockFolder(timeout?: number): FolderLock {
    prepareDataDirectory(this.#directory);
    return new FolderLock(this.#directory, timeout);
  }

  #open(): SqliteFile {
    if (this.#closed) throw new Error('the store is closed');
    this.#lock ??= this.#lockFolder(0);
    try {
      this.#file = this.#openFile();
    } catch (error) {
      if (!DAMAGED.has(codeOf(error))) throw error;
      this.#file = this.#replaceDamaged();
    }
    this.#checkpoints = new Checkpoints(this.#file);
    return this.#file;
  }

  #openFile(): SqliteFile {
    const prepare = (database: DatabaseSync) => takeOverEarlierTables(this.#directory, database);
    return new SqliteFile(this.path, prepare, this.#durable);
  }

  /** Keeps a damaged file for inspection; of several, the last. */
  #replaceDamaged(): SqliteFile {
    const aside = `${this.path}.damaged`;
    rmSync(aside, { force: true });
    renameSync(this.path, aside);
    for (const suffix of ['-wal', '-shm']) if (existsSync(this.path + suffix)) rmSync(this.path + suffix);
    const file = this.#openFile();
    this.#reportEmptied(`is damaged (it lies in ${aside} now)`);
    return file;
  }

  #release(): void {
    void this.#checkpoints?.close();
    this.#checkpoints = undefined;
    for (const close of [() => this.#file?.close(), () => this.#lock?.release()]) {
      try {
        close();
      } catch {
        // A file that cannot be closed was lost before, and that has been reported.
      }
    }
    this.#file = undefined;
    this.#lock = undefined;
  }

  #deleteExpiredIn(milliseconds: number): void {
    this.#expiry = setTimeout(() => {
      let deleted = 0;
      try {
        deleted = this.#file?.deleteExpired(Math.floor(Date.now() / 1000) - GRACE_SECONDS, PORTION) ?? 0;
      } catch {
        // Requests meet the same failure, and report it.
      }
      this.#deleteExpiredIn(deleted === PORTION ? PORTION_PAUSE_MILLISECONDS : EXPIRY_MILLISECONDS);
    }, milliseconds).unref();
  }
}

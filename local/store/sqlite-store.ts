/** The response store of one machine: a file of SQLite in the data folder, opened again whenever it was lost. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CacheEntry, Units } from '../../functions/inference/cache/cache-entry.ts';
import type { ResponseStore } from '../../functions/inference/cache/response-store.ts';
import { prepareDataDirectory } from '../data-directory.ts';
import { ServiceError } from '../service-error.ts';
import { Checkpoints } from './checkpoints.ts';
import { FolderLock } from './folder-lock.ts';
import { SqliteFile } from './sqlite-file.ts';

/** Who is told what happens to the store. */
export interface StoreListener {
  /** The first failure since the last success. */
  lost(reason: string): void;
  /** The store holds nothing any more, for that reason. */
  emptied(reason: string): void;
}

/** Result codes of SQLite, in the lowest byte of what it says, that leave the file as it was: SQLITE_BUSY, SQLITE_FULL. */
const PASSING: ReadonlySet<number> = new Set([5, 13]);
/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);
/** A second's worth of 10,000 requests a second. */
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

/** Where the file of a data folder is. */
export function storeFile(dataDirectory: string): string {
  return join(dataDirectory, 'cache.db');
}

export class SqliteStore implements ResponseStore {
  readonly path: string;
  readonly #directory: string;
  readonly #listener: StoreListener;
  #lock: FolderLock | undefined;
  #file: SqliteFile | undefined;
  #checkpoints: Checkpoints | undefined;
  #pending: PendingWrite[] = [];
  #isLost = false;
  #expiry: NodeJS.Timeout | undefined;

  /** @throws {ServiceError} when another service uses the folder, or nothing can be written there */
  constructor(dataDirectory: string, listener: StoreListener) {
    this.path = storeFile(dataDirectory);
    this.#directory = dataDirectory;
    this.#listener = listener;
    try {
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

  /** Whatever comes in one turn of the event loop is written in one transaction, and is there when this resolves. */
  putIfAbsent(entry: CacheEntry, now: number, _units: Units, signal: AbortSignal): Promise<CacheEntry> {
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
    if (this.#pending.length > 0) this.#writePending();
    await this.#checkpoints?.close();
    this.#release();
  }

  #writePending(): void {
    const writes = this.#pending.filter(({ signal }) => !signal.aborted);
    for (const { signal, reject } of this.#pending) if (signal.aborted) reject(signal.reason);
    this.#pending = [];
    try {
      const kept = this.#attempt((file) =>
        file.transaction(() => writes.map(({ entry, now }) => file.putIfAbsent(entry, now))),
      );
      if (!this.#file?.isInPlace()) {
        this.#reopen('was removed');
        this.#attempt((file) => file.transaction(() => kept.map((entry) => file.putIfAbsent(entry, 0))));
      }
      for (const [index, { resolve }] of writes.entries()) resolve(kept[index]!);
    } catch (error) {
      for (const { reject } of writes) reject(error);
    }
  }

  /** @throws what the work throws; then the file is opened again where that may help */
  #attempt<T>(work: (file: SqliteFile) => T): T {
    try {
      const result = work(this.#file ?? this.#open());
      this.#isLost = false;
      return result;
    } catch (error) {
      const { errcode = 0, message } = error as { errcode?: number; message: string };
      if (!this.#isLost) this.#listener.lost(message);
      this.#isLost = true;
      if (!PASSING.has(errcode & 0xff)) this.#release();
      throw error;
    }
  }

  #reopen(reason: string): void {
    this.#release();
    this.#open();
    this.#listener.emptied(reason);
  }

  #open(): SqliteFile {
    prepareDataDirectory(this.#directory);
    this.#lock ??= new FolderLock(this.#directory);
    try {
      this.#file = new SqliteFile(this.path);
    } catch (error) {
      const { errcode = 0 } = error as { errcode?: number };
      if (!DAMAGED.has(errcode & 0xff)) throw error;
      this.#file = this.#replaceDamaged();
    }
    this.#checkpoints = new Checkpoints(this.#file);
    return this.#file;
  }

  /** A damaged file is kept for whoever wants to look at it; of several, the last. */
  #replaceDamaged(): SqliteFile {
    const aside = `${this.path}.damaged`;
    rmSync(aside, { force: true });
    renameSync(this.path, aside);
    for (const suffix of ['-wal', '-shm']) if (existsSync(this.path + suffix)) rmSync(this.path + suffix);
    const file = new SqliteFile(this.path);
    this.#listener.emptied(`is damaged (it lies in ${aside} now)`);
    return file;
  }

  #release(): void {
    void this.#checkpoints?.close();
    this.#checkpoints = undefined;
    for (const close of [() => this.#file?.close(), () => this.#lock?.release()]) {
      try {
        close();
      } catch {
        // What cannot be closed was lost before, and that has been said.
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
        // Requests find out as well, and say so.
      }
      this.#deleteExpiredIn(deleted === PORTION ? PORTION_PAUSE_MILLISECONDS : EXPIRY_MILLISECONDS);
    }, milliseconds).unref();
  }
}

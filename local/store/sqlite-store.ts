/** The response store of one machine: a SQLite file in the data folder, reopened whenever it was lost. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { CacheEntry, ResponseStore } from '../../functions/inference/cache/response-store.ts';
import type { Incidents } from '../metrics/incidents.ts';
import { BUSY, codeOf, SqliteFile } from './sqlite-file.ts';
import type { StoreFileOwner } from './store-keeper.ts';

/** Errors that leave the file unchanged: SQLITE_BUSY, SQLITE_FULL. */
const PASSING: ReadonlySet<number> = new Set([BUSY, 13]);
/**
 * If the file is locked, writes are tried again in each of this many turns of the event loop, because another front process keeps
 * the lock for only a tenth of a millisecond. After these turns, another program probably has the lock, so a pause precedes each
 * further attempt. Nothing else in the process waits meanwhile.
 */
const TURNS = 200;
const LOCKED_MILLISECONDS = 5;
/** A lock that is held for longer is a failure, and is reported. */
const LOCKED_TOO_LONG_MILLISECONDS = 1000;
/** Limit of pending writes: those of one second at 10,000 requests per second. */
const MOST_PENDING = 10_000;

interface PendingWrite {
  readonly entry: CacheEntry;
  readonly now: number;
  readonly signal: AbortSignal;
  resolve(kept: CacheEntry): void;
  reject(error: unknown): void;
}

export class SqliteStore implements ResponseStore {
  readonly isLocal = true;
  readonly #path: string;
  readonly #owner: StoreFileOwner;
  readonly #incidents: Pick<Incidents, 'report'>;
  #file: SqliteFile | undefined;
  #opening: Promise<SqliteFile> | undefined;
  #pending: PendingWrite[] = [];
  #isWriting = false;
  /** Whether an outage has been reported since the last write that succeeded. */
  #isLost = false;
  /** When the file was first found locked since the last successful write, in milliseconds of `performance.now()`. */
  #lockedSince: number | undefined;
  #closed = false;

  constructor(path: string, owner: StoreFileOwner, incidents: Pick<Incidents, 'report'>) {
    this.#path = path;
    this.#owner = owner;
    this.#incidents = incidents;
    try {
      // Opened now, so that no request waits for it.
      this.#file = new SqliteFile(path);
    } catch {
      // The first request makes the owner repair the file.
    }
  }

  async get(key: string): Promise<CacheEntry | undefined> {
    const file = this.#file ?? (await this.#open());
    return this.#attempt(() => file.get(key));
  }

  /** Writes an entry in one transaction with all others of this turn of the event loop; resolves when it is committed. */
  putIfAbsent(entry: CacheEntry, now: number, signal: AbortSignal): Promise<CacheEntry> {
    return new Promise((resolve, reject) => {
      if (this.#pending.length >= MOST_PENDING) reject(new Error(`${MOST_PENDING} writes wait already`));
      else {
        this.#pending.push({ entry, now, signal, resolve, reject });
        if (!this.#isWriting) void this.#writeSoon();
      }
    });
  }

  /** Writes the pending entries. Rejects them if the file is not open, is locked, was removed, or cannot be written. */
  close(): void {
    this.#closed = true;
    if (this.#file) this.#writePending(this.#file);
    else this.#rejectPending(closed());
    this.#release();
  }

  async #writeSoon(): Promise<void> {
    this.#isWriting = true;
    for (let turn = 0; this.#pending.length > 0; turn += 1) {
      await (turn <= TURNS ? setImmediate() : setTimeout(LOCKED_MILLISECONDS));
      try {
        this.#writePending(this.#file ?? (await this.#open()));
      } catch (error) {
        if (codeOf(error) !== BUSY) this.#rejectPending(error);
      }
    }
    this.#isWriting = false;
  }

  /** Writes the pending entries. Unless the store is closed, they stay pending if the file is locked or was removed. */
  #writePending(file: SqliteFile): void {
    const writes = this.#pending.filter(({ signal }) => !signal.aborted);
    for (const { signal, reject } of this.#pending) if (signal.aborted) reject(signal.reason);
    this.#pending = [];
    if (writes.length === 0) return;
    try {
      const kept = this.#attempt(() =>
        file.transaction(() => writes.map(({ entry, now }) => file.putIfAbsent(entry, now))),
      );
      if (!file.isInPlace()) {
        this.#release();
        // The entries go into the new file. Entries that are already there stay, even expired ones, because their responses may
        // have been sent.
        this.#pending = writes.map((write, index) => ({ ...write, entry: kept[index]!, now: 0 }));
        if (this.#closed) this.#rejectPending(closed());
        return;
      }
      this.#isLost = false;
      this.#lockedSince = undefined;
      for (const [index, { resolve }] of writes.entries()) resolve(kept[index]!);
    } catch (error) {
      this.#pending = writes;
      if (codeOf(error) !== BUSY || this.#closed) this.#rejectPending(error);
    }
  }

  #rejectPending(error: unknown): void {
    for (const { reject } of this.#pending) reject(error);
    this.#pending = [];
  }

  /** @throws whatever `work` throws, after closing the file if opening it again may help */
  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const code = codeOf(error);
      if (code !== BUSY || this.#isLockedTooLong()) this.#reportLost(error);
      if (!PASSING.has(code)) this.#release();
      throw error;
    }
  }

  #isLockedTooLong(): boolean {
    this.#lockedSince ??= performance.now();
    return performance.now() - this.#lockedSince > LOCKED_TOO_LONG_MILLISECONDS;
  }

  #reportLost(error: unknown): void {
    const { message } = error as Error;
    const sentence = `the response cache is unavailable, so responses are sent without it: ${message}`;
    if (!this.#isLost) this.#incidents.report('StoreOutages', { sentence });
    this.#isLost = true;
  }

  #open(): Promise<SqliteFile> {
    this.#opening ??= this.#provide().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #provide(): Promise<SqliteFile> {
    if (this.#closed) throw closed();
    await this.#owner.provide().catch((error) => {
      this.#reportLost(error);
      throw error;
    });
    if (this.#closed) throw closed();
    this.#file = this.#attempt(() => new SqliteFile(this.#path));
    return this.#file;
  }

  #release(): void {
    try {
      this.#file?.close();
    } catch {
      // A file that cannot be closed was lost before, which has been reported.
    }
    this.#file = undefined;
  }
}

function closed(): Error {
  return new Error('the store is closed');
}

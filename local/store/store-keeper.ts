/** The owner of the response store's file: makes it, repairs it, and limits its growth. */
import { closeSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { programFile } from '../../project/paths.ts';
import { openPrivately, prepareDataDirectory } from '../data-directory.ts';
import type { Incidents } from '../metrics/incidents.ts';
import { ServiceError } from '../service-error.ts';
import type { Maintenance } from './maintenance-thread.ts';
import { BUSY, codeOf, inodeOf, openExisting, storePath } from './sqlite-file.ts';

/**
 * On file systems that do not support a write-ahead log, SQLite keeps its usual journal, and every transaction waits for the
 * disk.
 */
const MAKE = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS responses (
    key TEXT NOT NULL UNIQUE, response TEXT NOT NULL, version TEXT NOT NULL, digest TEXT NOT NULL,
    time INTEGER NOT NULL, expires INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS responses_by_expiry ON responses (expires);
`;

/** Time for a process that was just killed, or an earlier maintenance thread of the file, to end and release its lock. */
const PATIENCE_MILLISECONDS = 1000;
/** Errors of a damaged file: SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);
/** Interval of checkpoints. A power failure can lose the responses since the last checkpoint. */
const INTERVAL_MILLISECONDS = 5000;

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
  readonly #timer: NodeJS.Timeout;
  #lock: DatabaseSync | undefined;
  #inode: number | undefined;
  #thread: Worker | undefined;
  #closed = false;

  /** @throws {ServiceError} when another service uses the folder, or nothing can be written there */
  constructor(
    dataDirectory: string,
    incidents: Pick<Incidents, 'report'>,
    intervalMilliseconds: number = INTERVAL_MILLISECONDS,
  ) {
    this.path = storePath(dataDirectory);
    this.#directory = dataDirectory;
    this.#incidents = incidents;
    try {
      this.#open(PATIENCE_MILLISECONDS);
    } catch (error) {
      this.#lock?.close();
      if (error instanceof ServiceError) throw error;
      throw new ServiceError(`${this.path} cannot be opened: ${(error as Error).message}`);
    }
    // The thread starts later, so that it does not slow down the start of the service.
    this.#timer = setTimeout(() => {
      const workerData: Maintenance = { path: this.path, intervalMilliseconds };
      this.#thread = new Worker(programFile('local/store/maintenance-thread'), { workerData });
      this.#thread.unref();
    }, intervalMilliseconds).unref();
  }

  async provide(): Promise<void> {
    if (this.#closed) throw new Error('the store is closed');
    const wasRemoved = this.#inode !== undefined && inodeOf(this.path) !== this.#inode;
    if (wasRemoved) this.#release();
    this.#open(0);
    if (wasRemoved) this.#reportEmptied('was removed');
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#thread?.terminate();
    this.#release();
  }

  /** @param timeout longest wait for the lock of the folder, in milliseconds; the process does nothing else meanwhile */
  #open(timeout: number): void {
    if (!this.#lock) {
      prepareDataDirectory(this.#directory);
      this.#lock = lockFolder(this.#directory, timeout);
    }
    try {
      this.#make();
    } catch (error) {
      if (!DAMAGED.has(codeOf(error))) throw error;
      this.#replaceDamaged();
    }
  }

  #make(): void {
    // SQLite gives its write-ahead log the permissions of this file.
    closeSync(openPrivately(this.path));
    const database = openExisting(this.path, PATIENCE_MILLISECONDS);
    try {
      database.exec(MAKE);
    } finally {
      database.close();
    }
    this.#inode = inodeOf(this.path);
  }

  /** Keeps the last damaged file for inspection. */
  #replaceDamaged(): void {
    const aside = `${this.path}.damaged`;
    rmSync(aside, { force: true });
    renameSync(this.path, aside);
    for (const suffix of ['-wal', '-shm']) if (existsSync(this.path + suffix)) rmSync(this.path + suffix);
    this.#make();
    this.#reportEmptied(`is damaged (it is kept as ${aside})`);
  }

  #reportEmptied(reason: string): void {
    this.#incidents.report('StoresMade', { sentence: `the response cache ${reason}, and starts empty` });
  }

  #release(): void {
    this.#lock?.close();
    this.#lock = undefined;
    this.#inode = undefined;
  }
}

/**
 * Reserves a folder for this process by SQLite's lock on an empty file. The system releases the lock, however the process ends.
 * @param timeout milliseconds for which the whole process waits
 * @returns the lock, which is released when it is closed
 * @throws {ServiceError} when another process has the folder; SQLite's error when the file cannot be made
 */
function lockFolder(folder: string, timeout: number): DatabaseSync {
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (codeOf(error) !== BUSY) throw error;
    throw new ServiceError(
      `another service uses ${folder}: stop it, or start this one with another --data and --port`,
    );
  }
}

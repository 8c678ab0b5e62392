/**
 * Moves SQLite's write-ahead log into the store's file and deletes expired entries, in a thread, so that only this thread waits
 * for the disk.
 */
import { flushCompileCache } from 'node:module';
import type { DatabaseSync } from 'node:sqlite';
import { setInterval, setTimeout } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { openExisting } from './sqlite-file.ts';

export interface Maintenance {
  /** The store's file, which may be removed and made again while the thread runs. */
  readonly path: string;
  readonly intervalMilliseconds: number;
}

/** How long a restart of the log, or a deletion, waits for a running write. */
const TIMEOUT_MILLISECONDS = 1000;
/**
 * Limit of the log in pages of 4 KB. A write restarts the log only if the store's file has all pages of the log, which never
 * happens under load. So beyond this limit, writes wait once, while the thread moves the last few pages.
 */
const LONGEST_LOG = 16_384;
/** During a checkpoint shorter than this, the log gets few new pages. Writes then wait only briefly while these are moved. */
const SHORT_MILLISECONDS = 10;
/** After this many passes, writes wait although many pages are left, because the disk is slower than the writes. */
const MOST_PASSES = 10;
/** Entries are kept a day beyond their expiry, so that a clock that is some hours wrong costs no response. */
const GRACE_SECONDS = 24 * 3600;
/** Number of expired entries that one transaction deletes in a few milliseconds. In the pause after it, others can write. */
const PORTION = 100;
const PAUSE_MILLISECONDS = 100;
const DELETE = 'DELETE FROM responses WHERE rowid IN (SELECT rowid FROM responses WHERE expires < ? LIMIT ?)';

function checkpoint(database: DatabaseSync): void {
  const passive = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  // `log` is the number of pages in the log.
  if (Number(passive.get()?.log) <= LONGEST_LOG) return;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const began = performance.now();
    passive.get();
    if (performance.now() - began < SHORT_MILLISECONDS) break;
  }
  database.prepare('PRAGMA wal_checkpoint(RESTART)').get();
}

async function deleteExpired(database: DatabaseSync): Promise<void> {
  const before = Math.floor(Date.now() / 1000) - GRACE_SECONDS;
  const statement = database.prepare(DELETE);
  while (statement.run(before, PORTION).changes === PORTION) await setTimeout(PAUSE_MILLISECONDS);
}

async function maintain(path: string): Promise<void> {
  const database = openExisting(path, TIMEOUT_MILLISECONDS);
  try {
    checkpoint(database);
    await deleteExpired(database);
  } finally {
    database.close();
  }
}

flushCompileCache();
const { path, intervalMilliseconds } = workerData as Maintenance;
for await (const _ of setInterval(intervalMilliseconds)) {
  // Ignored here, because requests meet and report the same failure.
  await maintain(path).catch(() => {});
}

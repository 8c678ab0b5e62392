/** The thread that brings the log of writes into the store's file: it waits for the disk, so that nobody else does. */
import { flushCompileCache } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** For a write to end where the log is to be begun anew. */
const TIMEOUT_MILLISECONDS = 1000;
/**
 * Pages of 4 KB. A log whose last page is in the file is begun anew with the next write; under load that never comes of itself,
 * and then the writes wait once for the few pages that are left.
 */
const LONGEST_LOG = 16_384;
/** What is written during so short a checkpoint is little enough for writes to wait for it. */
const SHORT_MILLISECONDS = 10;
/** A disk that is too slow for the writes is left behind by them. */
const MOST_PASSES = 10;

const database = new DatabaseSync(workerData as string, { timeout: TIMEOUT_MILLISECONDS });
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
const beginAnew = database.prepare('PRAGMA wal_checkpoint(RESTART)');

parentPort?.on('message', () => {
  // Pages in the log.
  if (Number(checkpoint.get()?.log) > LONGEST_LOG) {
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      const began = performance.now();
      checkpoint.get();
      if (performance.now() - began < SHORT_MILLISECONDS) break;
    }
    beginAnew.get();
  }
  parentPort?.postMessage('done');
});
flushCompileCache();

/** The thread that moves the write-ahead log into the store's file, so that only it waits for the disk. */
import { flushCompileCache } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** How long a restart of the log waits for a running write. */
const TIMEOUT_MILLISECONDS = 1000;
/**
 * Limit of the log in pages of 4 KB. A write restarts the log only if all pages are in the file, which never happens under
 * load. Beyond this limit, writes wait once for the last few pages.
 */
const LONGEST_LOG = 16_384;
/** A checkpoint shorter than this leaves few new pages, so writes may wait for them. */
const SHORT_MILLISECONDS = 10;
/** Passes after which it gives up, because the disk is slower than the writes. */
const MOST_PASSES = 10;

const database = new DatabaseSync(workerData as string, { timeout: TIMEOUT_MILLISECONDS });
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
const beginAnew = database.prepare('PRAGMA wal_checkpoint(RESTART)');

parentPort?.on('message', () => {
  // `log` is the number of pages in the log.
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

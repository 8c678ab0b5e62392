/** The thread that brings the log of writes into the store's file: it waits for the disk, so that nobody else does. */
import { flushCompileCache } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Reading, it may find the log just being begun anew. */
const TIMEOUT_MILLISECONDS = 1000;

/** What `PRAGMA wal_checkpoint` says, in pages. */
export interface CheckpointResult {
  /** In the log. */
  readonly log: number;
  /** Of these, in the file as well. */
  readonly checkpointed: number;
}

const database = new DatabaseSync(workerData as string, { timeout: TIMEOUT_MILLISECONDS });
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');

parentPort?.on('message', () => parentPort?.postMessage(checkpoint.get()));
flushCompileCache();

import { Worker } from 'node:worker_threads';
import { programFile } from '../../project/paths.ts';
import type { SqliteFile } from './sqlite-file.ts';

/** What a power failure costs at most, and how often a disk has to wake. */
const INTERVAL_MILLISECONDS = 5000;

/** Keeps the write-ahead log of a file from growing without limit. */
export class Checkpoints {
  readonly #file: SqliteFile;
  readonly #timer: NodeJS.Timeout;
  #thread: Worker | undefined;
  #done = 0;
  #working = false;

  constructor(file: SqliteFile, intervalMilliseconds: number = INTERVAL_MILLISECONDS) {
    this.#file = file;
    this.#timer = setInterval(() => this.#begin(), intervalMilliseconds).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#thread?.terminate();
  }

  #begin(): void {
    const { writes } = this.#file;
    if (this.#working || this.#done === writes) return;
    this.#working = true;
    this.#done = writes;
    this.#thread ??= this.#start();
    this.#thread.postMessage('checkpoint');
  }

  #start(): Worker {
    const thread = new Worker(programFile('local/store/checkpoint-thread'), { workerData: this.#file.path });
    thread.unref();
    thread.on('message', () => {
      this.#working = false;
    });
    // The file was removed or is damaged, which writes find out as well. The next interval starts another thread.
    thread.on('error', () => {
      this.#thread = undefined;
      this.#working = false;
      this.#done = 0;
    });
    return thread;
  }
}

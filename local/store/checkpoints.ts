import { Worker } from 'node:worker_threads';
import { programFile } from '../../project/paths.ts';

/**
 * Interval of checkpoints. A power failure can lose the responses of this time. While nothing is written, no
 * checkpoint runs.
 */
const INTERVAL_MILLISECONDS = 5000;

/** Keeps the write-ahead log of a file from growing without limit. */
export class Checkpoints {
  readonly #path: string;
  readonly #timer: NodeJS.Timeout;
  #thread: Worker | undefined;
  #working = false;

  constructor(path: string, intervalMilliseconds: number = INTERVAL_MILLISECONDS) {
    this.#path = path;
    this.#timer = setInterval(() => this.#begin(), intervalMilliseconds).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#thread?.terminate();
  }

  #begin(): void {
    if (this.#working) return;
    this.#working = true;
    this.#thread ??= this.#start();
    this.#thread.postMessage('checkpoint');
  }

  #start(): Worker {
    const thread = new Worker(programFile('local/store/checkpoint-thread'), { workerData: this.#path });
    thread.unref();
    thread.on('message', () => {
      this.#working = false;
    });
    // The file was removed or is damaged, which writes notice, too. The next interval starts another thread.
    thread.on('error', () => {
      this.#thread = undefined;
      this.#working = false;
    });
    return thread;
  }
}

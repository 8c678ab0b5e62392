import { Worker } from 'node:worker_threads';
import { programFile } from '../../../project/places.ts';
import type { CheckpointResult } from './checkpoint-thread.ts';
import type { ItemStore } from './item-store.ts';

/** What a power failure costs at most, and how often a disk has to wake. */
const INTERVAL_MILLISECONDS = 5_000;
/**
 * Pages of 4 KB. A log whose last page is in the file is begun anew with the next write; under load that never comes of itself,
 * and then the writes wait once for the few pages that are left.
 */
const LONGEST_LOG = 16_384;

/** Sees to it that the log of a store's writes does not grow for ever. */
export class Checkpoints {
  readonly #store: ItemStore;
  readonly #file: string;
  readonly #timer: NodeJS.Timeout;
  #thread: Worker | undefined;
  #done = 0;
  #working = false;

  /** @param file the store's; what fails ends the process */
  constructor(store: ItemStore, file: string, intervalMilliseconds = INTERVAL_MILLISECONDS) {
    this.#store = store;
    this.#file = file;
    this.#timer = setInterval(() => this.#begin(), intervalMilliseconds);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#thread?.terminate();
  }

  #begin(): void {
    const { writes } = this.#store;
    if (this.#working || this.#done === writes) return;
    this.#working = true;
    this.#done = writes;
    this.#thread ??= this.#start();
    this.#thread.postMessage('checkpoint');
  }

  #start(): Worker {
    const program = programFile('local/table/store/checkpoint-thread');
    const thread = new Worker(program, { workerData: this.#file });
    thread.on('message', ({ log }: CheckpointResult) => {
      if (log > LONGEST_LOG) this.#store.checkpoint();
      this.#working = false;
    });
    return thread;
  }
}

/** Responses that went out while the table was out of reach: kept here, and written when it is back. */
import type { LateCounts } from '../telemetry/measure.ts';
import type { RecentEntries } from './recent-entries.ts';
import { type CacheEntry, itemBytes, type ResponseStore, secondsNow } from './response-store.ts';
import type { Circuit } from './store-calls.ts';
import { withTimeout } from './with-timeout.ts';

/** What is kept at most, and the time between two attempts of the timer. */
const LIMITS = { responses: 10_000, bytes: 16 * 1024 * 1024, retryMilliseconds: 1_000 };
/** Time limit of an attempt of the timer, for which no request waits. */
const PATIENCE_MILLISECONDS = 1_000;

/**
 * The first write still wins: while the table is out, two environments may respond to two requests under one id, and neither
 * can know of the other. Whichever is written first has the id from then on, and the other request is refused.
 *
 * A timer makes attempts, and so does every request that writes a response of its own: it takes one along. The timer is for
 * environments that get no more requests but live on. A frozen one on Lambda loses nothing while the timer stands, and an
 * attempt that was under way when it froze fails or succeeds when it thaws.
 */
export class WriteBehindQueue {
  readonly #table: ResponseStore;
  readonly #circuit: Circuit;
  readonly #recent: RecentEntries;
  readonly #limits: typeof LIMITS;
  readonly #waiting = new Map<string, CacheEntry>();
  #bytes = 0;
  #written = 0;
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(
    table: ResponseStore,
    circuit: Circuit,
    recent: RecentEntries,
    limits: Partial<typeof LIMITS> = {},
  ) {
    this.#table = table;
    this.#circuit = circuit;
    this.#recent = recent;
    this.#limits = { ...LIMITS, ...limits };
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** The response that went out under this key and is not written yet. */
  find(key: string): CacheEntry | undefined {
    return this.#waiting.get(key);
  }

  /** Keeps a response until it is written; where there is no room, the one that has waited longest is given up. */
  keep(item: CacheEntry): void {
    this.settle(item.key);
    this.#waiting.set(item.key, item);
    this.#bytes += itemBytes(item);
    while (this.#waiting.size > this.#limits.responses || this.#bytes > this.#limits.bytes) {
      const [oldest] = this.#waiting.keys();
      this.settle(oldest!);
      this.#lost += 1;
    }
    this.#arm();
  }

  /** The table holds a response under this key: nothing is left to be written. */
  settle(key: string): void {
    const item = this.#waiting.get(key);
    if (!item) return;
    this.#waiting.delete(key);
    this.#bytes -= itemBytes(item);
  }

  /**
   * Lets a request that writes a response of its own take the oldest along. Never rejects.
   *
   * @param milliseconds the longest wait
   * @returns undefined where there is nothing to be done
   */
  takeAlong(milliseconds: number): Promise<void> | undefined {
    if (this.#writing || this.#waiting.size === 0 || !this.#circuit.trusts) return undefined;
    return this.#write(1, milliseconds);
  }

  /** For telemetry: what is new; undefined where nothing is. */
  takeCounts(): LateCounts | undefined {
    const counts = { waiting: this.waiting, written: this.#written, lost: this.#lost };
    if (counts.waiting + counts.written + counts.lost === 0) return undefined;
    this.#written = 0;
    this.#lost = 0;
    return counts;
  }

  /** Writes so many responses, until one cannot be written. */
  #write(most: number, milliseconds: number): Promise<void> {
    const work = async () => {
      let left = most;
      for (const item of this.#waiting.values()) {
        if (left <= 0 || !(await this.#writeOne(item, milliseconds))) return;
        left -= 1;
      }
    };
    this.#writing = work().finally(() => {
      this.#writing = undefined;
      this.#arm();
    });
    return this.#writing;
  }

  /** @returns whether the table has taken it */
  async #writeOne(item: CacheEntry, milliseconds: number): Promise<boolean> {
    const now = secondsNow();
    try {
      const first = await withTimeout(milliseconds, (signal) => this.#table.putIfAbsent(item, now, signal));
      this.#circuit.succeeded();
      this.settle(item.key);
      this.#recent.add(first, 'confirmed');
      if (first.digest === item.digest && first.response === item.response) this.#written += 1;
      else this.#lost += 1;
      return true;
    } catch {
      return false;
    }
  }

  #arm(): void {
    if (this.#timer || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#writing) void this.#write(Number.POSITIVE_INFINITY, PATIENCE_MILLISECONDS);
    }, this.#limits.retryMilliseconds).unref();
  }
}

/** Keeps responses that were sent while the table was unavailable, and writes them when it is back. */
import type { LateCounts } from '../telemetry/telemetry.ts';
import type { Circuit } from './circuit.ts';
import type { RecentEntries } from './recent-entries.ts';
import { type CacheEntry, itemBytes, type ResponseStore, secondsNow } from './response-store.ts';
import { withTimeout } from './with-timeout.ts';

const MOST_BYTES = 16 * 1024 * 1024;
/** Time between two attempts of the timer to write. */
const RETRY_MILLISECONDS = 1_000;
/** Time limit of each write by the timer. It may be longer than a request's limit, because no request waits for the write. */
const PATIENCE_MILLISECONDS = 1_000;

/**
 * The first write still wins: while the table is unavailable, two processes may respond to two requests with one id without
 * knowing of each other. The response that is written first owns the id from then on. A repeat of the other request gets this
 * response, or is refused if its content differs.
 *
 * A request that writes its own response also writes the oldest response of this queue, unless the last call to the table failed
 * or another write of this queue is in progress. For processes that get no more requests, a timer tries to write all. On Lambda,
 * a frozen environment loses nothing if it thaws later: a write in progress then ends.
 */
export class WriteBehindQueue {
  readonly #table: ResponseStore;
  readonly #circuit: Circuit;
  readonly #recent: RecentEntries;
  readonly #waiting = new Map<string, CacheEntry>();
  #bytes = 0;
  #written = 0;
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(table: ResponseStore, circuit: Circuit, recent: RecentEntries) {
    this.#table = table;
    this.#circuit = circuit;
    this.#recent = recent;
  }

  /** The response with this key that was sent and is not written yet. */
  find(key: string): CacheEntry | undefined {
    return this.#waiting.get(key);
  }

  /** Keeps a response until it is written. A full queue drops the oldest response. */
  keep(item: CacheEntry): void {
    this.forget(item.key);
    this.#waiting.set(item.key, item);
    this.#bytes += itemBytes(item);
    while (this.#bytes > MOST_BYTES) {
      const [oldest] = this.#waiting.keys();
      this.forget(oldest!);
      this.#lost += 1;
    }
    this.#arm();
  }

  /** Removes the response with this key from the queue, if it waits there. */
  forget(key: string): void {
    const item = this.#waiting.get(key);
    if (!item) return;
    this.#waiting.delete(key);
    this.#bytes -= itemBytes(item);
  }

  /**
   * Writes the oldest response while a request writes its own response. Never rejects.
   * @param milliseconds time limit of the write
   * @returns undefined if the queue is empty, a write of this queue is in progress, or the last call to the table failed
   */
  takeAlong(milliseconds: number): Promise<void> | undefined {
    if (this.#writing || !this.#circuit.trusts) return undefined;
    const [oldest] = this.#waiting.values();
    return oldest && this.#write([oldest], milliseconds);
  }

  /** Reads the counts for telemetry, and sets `written` and `lost` to 0. @returns undefined if all counts are 0 */
  takeCounts(): LateCounts | undefined {
    const counts = { waiting: this.#waiting.size, written: this.#written, lost: this.#lost };
    if (counts.waiting + counts.written + counts.lost === 0) return undefined;
    this.#written = 0;
    this.#lost = 0;
    return counts;
  }

  /** Writes responses in turn, and stops at the first that cannot be written. */
  #write(items: Iterable<CacheEntry>, milliseconds: number): Promise<void> {
    const work = async () => {
      for (const item of items) if (!(await this.#writeOne(item, milliseconds))) return;
    };
    this.#writing = work().finally(() => {
      this.#writing = undefined;
      this.#arm();
    });
    return this.#writing;
  }

  /** @returns whether the table stored the response or already had one, so that the response no longer waits */
  async #writeOne(item: CacheEntry, milliseconds: number): Promise<boolean> {
    const now = secondsNow();
    try {
      const first = await withTimeout(milliseconds, (signal) => this.#table.putIfAbsent(item, now, signal));
      this.#circuit.succeeded();
      this.forget(item.key);
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
      if (!this.#writing) void this.#write(this.#waiting.values(), PATIENCE_MILLISECONDS);
    }, RETRY_MILLISECONDS).unref();
  }
}

/** The latest responses of this process. If a response is confirmed, a repeat in this process needs no look-up in the table. */
import type { CacheEntry } from './response-store.ts';

const CAPACITY = 1_000;

interface RecentEntry {
  readonly item: CacheEntry;
  /**
   * `confirmed`: the table holds this response. `provisional`: only this process has it. It lacks votes, usually because time
   * was short, so a repeat may get a better response.
   */
  readonly status: 'confirmed' | 'provisional';
}

/** Evicts the least recently used entry first. */
export class RecentEntries {
  readonly #entries = new Map<string, RecentEntry>();

  /** @param now seconds since 1970; a response that has expired is not found */
  find(key: string, now: number): RecentEntry | undefined {
    const found = this.#entries.get(key);
    if (!found) return undefined;
    this.#entries.delete(key);
    if (found.item.expires < now) return undefined;
    this.#entries.set(key, found);
    return found;
  }

  add(item: CacheEntry, status: RecentEntry['status']): void {
    this.#entries.delete(item.key);
    this.#entries.set(item.key, { item, status });
    if (this.#entries.size <= CAPACITY) return;
    const [oldest] = this.#entries.keys();
    this.#entries.delete(oldest!);
  }
}

/** The latest answers of this execution environment, so that a repeat that comes back to it costs no look-up. */
import type { CacheEntry } from './cache-entry.ts';

const CAPACITY = 1_000;

export interface RecentEntry {
  readonly item: CacheEntry;
  readonly standing: Standing;
}

/** `confirmed`: the table holds this response. `provisional`: it went out for lack of time, and a repeat may bring a better one. */
export type Standing = 'confirmed' | 'provisional';

/** Least recently used answers go first. */
export class RecentEntries {
  readonly #answers = new Map<string, RecentEntry>();
  readonly #capacity: number;

  constructor(capacity: number = CAPACITY) {
    this.#capacity = capacity;
  }

  /** @param now seconds since 1970; a response that has expired is not found */
  find(key: string, now: number): RecentEntry | undefined {
    const found = this.#answers.get(key);
    if (!found) return undefined;
    this.#answers.delete(key);
    if (found.item.expires < now) return undefined;
    this.#answers.set(key, found);
    return found;
  }

  add(item: CacheEntry, standing: Standing): void {
    this.#answers.delete(item.key);
    this.#answers.set(item.key, { item, standing });
    if (this.#answers.size <= this.#capacity) return;
    const [oldest] = this.#answers.keys();
    this.#answers.delete(oldest!);
  }
}

/** A response store in memory that can be made to fail. */

import type { CacheEntry, ResponseStore } from '../../../functions/inference/cache/response-store.ts';

export class MemoryTable implements ResponseStore {
  readonly items = new Map<string, CacheEntry>();
  calls = 0;
  /** `refused`: every call fails. `silent`: no call gets a response. `lost`: every call fails, but writes happen. */
  fault: 'none' | 'refused' | 'silent' | 'lost' = 'none';

  async get(key: string, signal: AbortSignal): Promise<CacheEntry | undefined> {
    await this.#call(signal);
    return this.items.get(key);
  }

  async putIfAbsent(item: CacheEntry, now: number, signal: AbortSignal): Promise<CacheEntry> {
    if (this.fault !== 'lost') await this.#call(signal);
    const earlier = this.items.get(item.key);
    const first = earlier && earlier.expires >= now ? earlier : item;
    this.items.set(item.key, first);
    if (this.fault === 'lost') await this.#call(signal);
    return first;
  }

  async #call(signal: AbortSignal): Promise<void> {
    this.calls += 1;
    await Promise.resolve();
    if (this.fault === 'refused' || this.fault === 'lost') throw new Error('connection refused');
    if (this.fault === 'silent') await new Promise((_, reject) => signal.addEventListener('abort', reject));
  }
}

/** A cache entry as the cache writes it. */
export function entryOf(key: string, response = '永', expires = Number.MAX_SAFE_INTEGER): CacheEntry {
  return { key, response, version: '7', digest: 'a digest', time: 0, expires };
}

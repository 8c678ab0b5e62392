/** What the response cache needs of a store. */
import type { CacheEntry, Units } from './cache-entry.ts';

/** Both methods reject when the store is out of reach, is throttled, or the signal is aborted. */
export interface ResponseStore {
  /** The entry with this key, possibly not the very latest state. */
  get(key: string, units: Units, signal: AbortSignal): Promise<CacheEntry | undefined>;
  /**
   * Writes an entry unless there is one with its key that has not expired.
   *
   * @param now seconds since 1970
   * @param units what the call consumes is added here
   * @returns the entry that the store holds now: this one, or the one that was first
   */
  putIfAbsent(entry: CacheEntry, now: number, units: Units, signal: AbortSignal): Promise<CacheEntry>;
}

/** Looks up a key that the store does not have. @throws when the store does not respond */
export async function probe(store: ResponseStore, signal: AbortSignal): Promise<void> {
  await store.get('probe', { read: 0, write: 0 }, signal);
}

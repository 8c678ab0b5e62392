/** Opens a store, by default in a new folder. At the end of the test, the store is closed, and a new folder is removed. */
import { onTestFinished } from 'vitest';
import type { CacheEntry } from '../../../functions/inference/cache/response-store.ts';
import { SqliteStore } from '../../../local/store/sqlite-store.ts';
import { StoreKeeper } from '../../../local/store/store-keeper.ts';
import { newFolder } from '../../support/new-folder.ts';

/** Seconds since 1970. */
export const NOW = 1_000_000;
export const DAY = 24 * 3600;

/** @param intervalMilliseconds of the maintenance thread */
export function open(folder = newFolder(), intervalMilliseconds?: number) {
  const logged: string[] = [];
  const report = (incident: string, { sentence = '' }: { sentence?: string } = {}) => {
    logged.push(`${incident}: ${sentence}`);
  };
  const keeper = new StoreKeeper(folder, { report }, intervalMilliseconds);
  const { path } = keeper;
  const openStore = () => {
    const store = new SqliteStore(path, keeper, { report });
    onTestFinished(() => store.close());
    return store;
  };
  const store = openStore();
  const close = async () => {
    store.close();
    await keeper.close();
  };
  onTestFinished(close);
  return { store, keeper, openStore, close, folder, logged, path };
}

export function entry(key: string, response = 'seven', expires = NOW + DAY): CacheEntry {
  return { key, response, version: '1', digest: 'abc', time: NOW * 1000, expires };
}

export function put(
  store: SqliteStore,
  written: CacheEntry,
  now = NOW,
  signal = new AbortController().signal,
) {
  return store.putIfAbsent(written, now, signal);
}

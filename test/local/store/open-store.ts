/** A store in a folder of its own, both gone when the test is over. */
import { onTestFinished } from 'vitest';
import type { CacheEntry } from '../../../functions/inference/cache/response-store.ts';
import type { IncidentDetails } from '../../../local/metrics/incidents.ts';
import { SqliteStore } from '../../../local/store/sqlite-store.ts';
import { newFolder } from '../../support/new-folder.ts';

/** Seconds since 1970. */
export const NOW = 1_000_000;
export const DAY = 24 * 3600;

export function open(folder = newFolder(), durable = false) {
  const said: string[] = [];
  const report = (incident: string, { sentence = '' }: IncidentDetails = {}) => {
    said.push(`${incident}: ${sentence}`);
  };
  const store = new SqliteStore(folder, { report }, durable);
  onTestFinished(() => store.close());
  return { store, folder, said, path: store.path };
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

/** Opens the response store that the options name, for a front process; all front processes share its file or table. */
import type { ResponseStore } from '../../functions/inference/cache/response-store.ts';
import type { Incidents } from '../metrics/incidents.ts';
import type { Settings } from '../options.ts';
import { storePath } from './sqlite-file.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { StoreFileOwner } from './store-keeper.ts';

/** Where responses are stored, in words; undefined if they are not. */
export function describeStore({ cache, table, dataDirectory }: Settings): string | undefined {
  if (!cache) return undefined;
  return table === undefined ? `SQLite, ${storePath(dataDirectory)}` : `DynamoDB, table ${table}`;
}

/** Whether responses are stored in a file of the data folder, which needs an owner. */
export function keepsFile({ cache, table }: Settings): boolean {
  return cache && table === undefined;
}

/**
 * @param owner of SQLite's file; undefined if there is no file
 * @param tries whether the table must respond now; otherwise requests are served without the table until it responds
 * @returns undefined if responses are not stored
 * @throws {ServiceError} with one line that says what would be right
 */
export async function openConfiguredStore(
  { dataDirectory, table, durable, environment, models }: Settings,
  owner: StoreFileOwner | undefined,
  incidents: Pick<Incidents, 'report'>,
  tries: boolean,
): Promise<(ResponseStore & { close(): void }) | undefined> {
  if (owner) {
    const store = new SqliteStore(storePath(dataDirectory), owner, incidents, durable);
    await store.open();
    return store;
  }
  if (table === undefined) return undefined;
  // Imported only if needed, because AWS's client takes a tenth of a second to load.
  const { openTable } = await import('./external-table.ts');
  const requests = models.reduce((sum, { workers, concurrency }) => sum + workers * concurrency, 0);
  return openTable(table, environment, requests, tries);
}

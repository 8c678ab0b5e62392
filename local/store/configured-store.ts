/** Opens the response store that the options name. */
import type { ResponseStore } from '../../functions/inference/cache/response-store.ts';
import type { Incidents } from '../metrics/incidents.ts';
import type { Settings } from '../options.ts';
import { SqliteStore } from './sqlite-store.ts';

export interface ConfiguredStore {
  readonly store: ResponseStore;
  /** Where it is, for people. */
  readonly description: string;
  close(): Promise<void>;
}

/** @throws {ServiceError} with one line that says what would be right */
export async function openConfiguredStore(
  { dataDirectory, table, durable, environment, models }: Settings,
  incidents: Pick<Incidents, 'report'>,
): Promise<ConfiguredStore> {
  if (table !== undefined) {
    // AWS's client takes a tenth of a second to load.
    const { openTable } = await import('./external-table.ts');
    const requests = models.reduce((sum, { workers, concurrency }) => sum + workers * concurrency, 0);
    const store = await openTable(table, environment, requests);
    return { store, description: `DynamoDB, table ${table}`, close: async () => store.close() };
  }
  const store = new SqliteStore(dataDirectory, incidents, durable);
  return { store, description: `SQLite, ${store.path}`, close: () => store.close() };
}

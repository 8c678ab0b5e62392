/** Takes over responses of Subsecond's second version: items of DynamoDB as JSON, in `<data>/table/<table>.sqlite`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../service-error.ts';
import { FolderLock } from './folder-lock.ts';

/** `PRAGMA user_version` of a file that has taken over what there was. */
const TAKEN_OVER = 1;
/**
 * Keys, digests and packed responses, there called `answer`, keep their form. A folder may hold several tables, one for each former `TABLE_NAME`: of two
 * responses under one id, the earlier one was sent first. An item that lacks a field was written by somebody else.
 */
const TAKE_OVER = `
  INSERT INTO main.responses (key, response, version, digest, time, expires)
  SELECT id, json ->> '$.answer.S', json ->> '$.version.S', json ->> '$.digest.S',
    CAST(json ->> '$.time.N' AS INTEGER) AS responded, CAST(json ->> '$.expires.N' AS INTEGER)
  FROM earlier.items
  WHERE json ->> '$.answer.S' IS NOT NULL AND json ->> '$.version.S' IS NOT NULL
    AND json ->> '$.digest.S' IS NOT NULL AND responded IS NOT NULL AND json ->> '$.expires.N' IS NOT NULL
  ON CONFLICT (key) DO UPDATE SET
    response = excluded.response, version = excluded.version, digest = excluded.digest,
    time = excluded.time, expires = excluded.expires
  WHERE excluded.time < responses.time`;

/**
 * Copies what the tables of a data folder hold into a file of responses, once in the file's life; the tables stay as they are.
 *
 * @throws {ServiceError} when the second version still runs there, or a table cannot be read
 */
export function takeOverEarlierTables(dataDirectory: string, database: DatabaseSync): void {
  if (database.prepare('PRAGMA user_version').get()?.user_version === TAKEN_OVER) return;
  const folder = join(dataDirectory, 'table');
  const tables = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sqlite')) : [];
  const lock = tables.length > 0 ? new FolderLock(folder) : undefined;
  try {
    for (const name of tables) takeOver(join(folder, name), database);
    database.exec(`PRAGMA user_version = ${TAKEN_OVER}`);
  } finally {
    lock?.release();
  }
}

/** Taking over a second time changes nothing, so each table may have a transaction of its own. */
function takeOver(file: string, database: DatabaseSync): void {
  try {
    database.prepare('ATTACH ? AS earlier').run(file);
    try {
      database.exec(TAKE_OVER);
    } finally {
      database.exec('DETACH earlier');
    }
  } catch (error) {
    throw new ServiceError(
      `${file} cannot be read (${(error as Error).message}): move it away to begin without the responses in it`,
    );
  }
}

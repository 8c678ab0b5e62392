/** Data folders of the second version keep responding: an id that had a response there has it for ever. */
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import type { CacheEntry } from '../../../functions/inference/cache/response-store.ts';
import { FolderLock } from '../../../local/store/folder-lock.ts';
import { GREEN, plain, RED } from '../../functions/support/pictures.ts';
import { newFolder } from '../../support/new-folder.ts';
import { startTiny } from '../support/tiny-service.ts';
import { entry, open, put } from './open-store.ts';

/** As the second version made its tables. */
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS items (id TEXT NOT NULL UNIQUE, expires INTEGER, json TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS items_by_expiry ON items (expires);`;

/** A data folder in which the second version has kept entries. */
function folderWith(entries: readonly CacheEntry[], table = 'subsecond-predictions', folder = newFolder()) {
  mkdirSync(join(folder, 'table'), { recursive: true });
  const database = new DatabaseSync(join(folder, 'table', `${table}.sqlite`));
  database.exec(SCHEMA);
  const write = database.prepare('INSERT INTO items VALUES (?, ?, ?)');
  for (const { key, response, version, digest, time, expires } of entries) {
    const texts = { id: { S: key }, answer: { S: response }, version: { S: version }, digest: { S: digest } };
    const item = { ...texts, time: { N: String(time) }, expires: { N: String(expires) } };
    write.run(key, expires, JSON.stringify(item));
  }
  // Its log of writes is still to be brought into the file, as when its process was killed.
  onTestFinished(() => database.close());
  return { folder, database };
}

it('takes every entry of the second version over, field by field, once, and keeps it', async () => {
  const kept = [
    entry('colours#a b', '["一",false]'),
    { ...entry('colours#永', ''), time: 1_795_490_182_547 },
  ];
  const { folder, database } = folderWith(kept);

  const { store, close } = open(folder);

  expect(await Promise.all(kept.map(({ key }) => store.get(key)))).toEqual(kept);
  expect(await put(store, entry('colours#a b', 'another'))).toEqual(kept[0]);
  await close();
  database.exec("UPDATE items SET id = 'late' WHERE id = 'colours#a b'");
  const again = open(folder).store;
  expect([await again.get('colours#a b'), await again.get('late')]).toEqual([kept[0], undefined]);
});

it('gives the response that an id had, and refuses the id to another picture', async () => {
  const [red, green] = await Promise.all([RED, GREEN].map((colour) => plain(colour).jpeg().toBuffer()));
  const expires = Math.floor(Date.now() / 1000) + 100;
  // An entry that the second version wrote of `POST /inference` with `esun_uuid: a 1`.
  const written = entry('colours#a 1', '["二",false,[["二",0.75]]]', expires);
  const { folder } = folderWith([{ ...written, digest: hash('sha256', red!) }]);
  const { url } = await startTiny({ cache: true, dataDirectory: folder });
  const send = (picture: Buffer) => {
    const request = { esun_uuid: 'a 1', esun_timestamp: 1_795_255_200, image: picture.toString('base64') };
    const headers = { 'content-type': 'application/json' };
    return fetch(`${url}/inference`, { method: 'POST', headers, body: JSON.stringify(request) });
  };

  const [same, other] = [await send(red!), await send(green!)];

  expect([same.status, same.headers.get('x-subsecond-cache')]).toEqual([200, 'hit']);
  expect(await same.json()).toMatchObject({ answer: '二' });
  expect(other.status).toBe(422);
});

it('has the earliest of the responses that several tables hold for an id, and nothing that somebody else wrote', async () => {
  const earliest = { ...entry('a', 'first'), time: 1 };
  const { folder, database } = folderWith([entry('a', 'second'), entry('b')], 'responses');
  folderWith([earliest], 'beside', folder);
  folderWith([entry('a', 'third')], 'others', folder);
  const write = database.prepare('INSERT INTO items VALUES (?, NULL, ?)');
  write.run('for ever', JSON.stringify({ id: { S: 'for ever' } }));

  const { store } = open(folder);

  const found = await Promise.all(['a', 'b', 'for ever'].map((key) => store.get(key)));
  expect(found).toEqual([earliest, entry('b'), undefined]);
});

it('does not start beside the second version', () => {
  const { folder } = folderWith([entry('a')]);
  const lock = new FolderLock(join(folder, 'table'));

  expect(() => open(folder)).toThrow(`another service uses ${join(folder, 'table')}: stop it`);

  lock.release();
  open(folder);
});

it('says which table is damaged and what to do, and leaves it alone', () => {
  const folder = newFolder();
  const file = join(folder, 'table', 'responses.sqlite');
  mkdirSync(join(folder, 'table'));
  writeFileSync(file, 'no table, but longer than the head of one would be. '.repeat(100));

  expect(() => open(folder)).toThrow(
    `${file} cannot be read (file is not a database): move it away to begin without the responses in it`,
  );
  expect(readFileSync(file, 'utf8')).toContain('no table');
});

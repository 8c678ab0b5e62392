/** Data folders of the second version keep responding: an id that had a response there has it for ever. */
import { createHash } from 'node:crypto';
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
    const item = {
      id: { S: key },
      answer: { S: response },
      version: { S: version },
      digest: { S: digest },
      time: { N: String(time) },
      expires: { N: String(expires) },
    };
    write.run(key, expires, JSON.stringify(item));
  }
  // Its log of writes is still to be brought into the file, as when its process was killed.
  onTestFinished(() => database.close());
  return { folder, database };
}

it('has every entry of the second version, field by field, and keeps it', async () => {
  const kept = [
    entry('colours#a b', '["一",false]'),
    { ...entry('colours#永', ''), time: 1_795_490_182_547 },
  ];
  const { folder } = folderWith(kept);

  const { store } = open(folder);

  for (const one of kept) expect(await store.get(one.key)).toEqual(one);
  expect(await put(store, entry('colours#a b', 'another'))).toEqual(kept[0]);
  await store.close();
  expect(await open(folder).store.get('colours#a b')).toEqual(kept[0]);
});

it('gives the response that an id had, and refuses the id to another picture', async () => {
  const [red, green] = await Promise.all([RED, GREEN].map((colour) => plain(colour).jpeg().toBuffer()));
  const digest = createHash('sha256').update(red!).digest('hex');
  const response = '["二",false,[["二",0.75]]]';
  const time = Date.now();
  const expires = Math.floor(time / 1000) + 100;
  // An entry that the second version wrote of `POST /inference` with `esun_uuid: a 1`.
  const { folder } = folderWith([{ key: 'colours#a 1', response, version: 'old', digest, time, expires }]);
  const { url } = await startTiny({ cache: true, dataDirectory: folder });

  const send = (picture: Buffer) => {
    const request = { esun_uuid: 'a 1', esun_timestamp: 1_795_255_200, image: picture.toString('base64') };
    const headers = { 'content-type': 'application/json' };
    return fetch(`${url}/inference`, { method: 'POST', headers, body: JSON.stringify(request) });
  };

  const same = await send(red!);
  const other = await send(green!);

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

it('takes over once: what is written to the table later is not looked for', async () => {
  const { folder, database } = folderWith([entry('a')]);
  await open(folder).store.close();
  database.exec("UPDATE items SET id = 'b'");

  const { store } = open(folder);

  expect([await store.get('a'), await store.get('b')]).toEqual([entry('a'), undefined]);
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

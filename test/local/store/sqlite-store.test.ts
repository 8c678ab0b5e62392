import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SqliteFile } from '../../../local/store/sqlite-file.ts';
import { newFolder } from '../../support/new-folder.ts';
import { DAY, entry, NOW, open, put } from './open-store.ts';

/**
 * A database that is opened may have at most the current number of `pages`. `opened` is the latest database, with its lock
 * time-out.
 */
const disk = vi.hoisted(() => ({
  pages: Number.POSITIVE_INFINITY,
  opened: undefined as (DatabaseSync & { timeout?: number | undefined }) | undefined,
}));
vi.mock('node:sqlite', async (importOriginal) => {
  const { DatabaseSync } = await importOriginal<typeof import('node:sqlite')>();
  class OnSmallDisk extends DatabaseSync {
    constructor(...given: ConstructorParameters<typeof DatabaseSync>) {
      super(...given);
      disk.opened = Object.assign(this, { timeout: given[1]?.timeout });
      if (Number.isFinite(disk.pages)) this.exec(`PRAGMA max_page_count = ${disk.pages}`);
    }
  }
  return { DatabaseSync: OnSmallDisk };
});

describe('The response store of one machine', () => {
  it('keeps the first entry of a key, within one turn of the event loop as well', async () => {
    const { store } = open();
    const puts = (...responses: string[]) => Promise.all(responses.map((one) => put(store, entry('a', one))));

    const given = [...(await puts('one', 'two')), ...(await puts('three'))];

    expect(given).toEqual(Array(3).fill(entry('a', 'one')));
    expect([await store.get('a'), await store.get('b')]).toEqual([given[0], undefined]);
  });

  it('leaves it to the operating system when a transaction reaches the disk', async () => {
    const { store, path } = open();
    await put(store, entry('a'));

    expect(path).toBe(disk.opened?.location());
    expect(disk.opened?.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 1 });
  });

  it('is opened before its service is ready, so that no request waits for that', async () => {
    const { store } = open();

    const { opened } = disk;
    await store.get('a');

    expect(disk.opened).toBe(opened);
  });

  it('does not need the owner of the file to open an existing file', async () => {
    const { keeper, store } = open();
    const provide = vi.spyOn(keeper, 'provide');

    await put(store, entry('a'));

    expect(provide).not.toHaveBeenCalled();
  });

  it('has its file repaired if it cannot be opened', async () => {
    const { openStore, path, logged } = open();
    rmSync(path);

    const store = openStore();

    expect(await store.get('a')).toBeUndefined();
    expect(logged).toEqual(['StoresMade: the response cache was removed, and starts empty']);
  });

  it('replaces an entry that has expired', async () => {
    const { store } = open();
    await put(store, entry('a', 'old', NOW - 1));

    expect((await put(store, entry('a', 'new'))).response).toBe('new');
  });

  it('refuses a folder that another service uses', () => {
    const { folder } = open();

    expect(() => open(folder)).toThrow(
      `another service uses ${folder}: stop it, or start this one with another --data and --port`,
    );
  });
});

describe('A store that is lost', () => {
  it('starts empty if its file is damaged, and keeps the damaged file', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'cache.db'), 'no database, but long enough to be read as one'.repeat(100));

    const { store, logged, path } = open(folder);
    await put(store, entry('a'));

    expect(logged).toEqual([
      expect.stringMatching(/^StoresMade: .* is damaged \(it is kept as .*\.damaged\)/),
    ]);
    expect(readFileSync(`${path}.damaged`, 'utf8')).toContain('no database');
    expect(await store.get('a')).toBeDefined();
  });

  it('reports what is wrong if nothing can be written', () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'cache.db'));

    expect(() => open(folder)).toThrow(/cache\.db cannot be opened/);
  });

  it('fails while the disk is full, reports it once, and recovers', async () => {
    disk.pages = 20;
    const { store, logged } = open();
    const known = await put(store, entry('known'));
    disk.pages = Number.POSITIVE_INFINITY;
    const large = (key: string) => put(store, entry(key, 'x'.repeat(100_000)));

    for (const key of ['a', 'b']) {
      await expect(large(key)).rejects.toThrow('full');
      expect(await store.get('known'), 'the stored entry').toEqual(known);
    }
    await put(store, entry('small'));
    await expect(large('c')).rejects.toThrow('full');

    const full = expect.stringMatching(/^StoreOutages: .* database or disk is full$/);
    expect(logged).toEqual([full, full]);
  });

  const onUnix = it.skipIf(process.platform === 'win32');
  onUnix('does not take a folder that another service has taken meanwhile, and does not wait', async () => {
    const { store, folder, logged } = open();
    rmSync(folder, { recursive: true });
    const other = open(folder);
    await put(other.store, entry('a', 'other'));

    await expect(put(store, entry('a', 'one'))).rejects.toThrow(`another service uses ${folder}`);
    expect(disk.opened?.timeout, 'lock time-out in milliseconds').toBe(0);
    expect(logged).toEqual([expect.stringContaining('another service uses')]);

    await other.close();
    expect((await put(store, entry('a', 'one'))).response).toBe('other');
  });

  it('is not opened again once it is closed', async () => {
    const { store, folder, close } = open();
    await close();

    for (const tried of [store.get('a'), put(store, entry('a'))]) {
      await expect(tried).rejects.toThrow('the store is closed');
    }
    open(folder);
  });
});

describe('While another process holds the lock', () => {
  /** @returns a function that releases the lock */
  function lock(path: string): () => void {
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    return () => other.exec('ROLLBACK');
  }

  it('writes wait, and nothing else in the process does', async () => {
    const { store, path, logged } = open();
    const known = await put(store, entry('known'));
    const unlock = lock(path);
    const written = vi.fn();
    const writing = put(store, entry('new')).finally(written);

    for (let turn = 0; turn < 50; turn += 1) {
      expect(await store.get('known')).toEqual(known);
      await setTimeout(1);
    }

    expect(written).not.toHaveBeenCalled();
    unlock();
    expect(await writing).toEqual(entry('new'));
    expect(logged).toEqual([]);
  });

  it('a write is dropped after its time-out, and a lasting lock is reported once', async () => {
    const { store, path, logged } = open();
    const unlock = lock(path);
    const late = put(store, entry('late'), NOW, AbortSignal.timeout(20));
    const patient = put(store, entry('patient'));

    await expect(late).rejects.toThrow('timeout');
    await expect.poll(() => logged).toEqual([expect.stringMatching(/^StoreOutages: .* database is locked$/)]);
    await setTimeout(50);
    unlock();

    expect((await patient).key).toBe('patient');
    expect(await store.get('late')).toBeUndefined();
    expect(logged).toHaveLength(1);
  });

  it('a closing store does not wait', async () => {
    const { store, path } = open();
    await store.get('a');
    lock(path);
    const refused = expect(put(store, entry('a'))).rejects.toThrow('locked');

    store.close();

    await refused;
  });
});

describe('The file of a store', () => {
  it('loses only entries that expired a day ago or earlier, which another thread deletes', async () => {
    const { store, path } = open(newFolder(), 5);
    const file = new DatabaseSync(path);
    onTestFinished(() => file.close());
    const now = Math.floor(Date.now() / 1000);
    const of = (name: string, expires: number) =>
      Array.from({ length: 150 }, (_, number) => put(store, entry(`${name} ${number}`, 'seven', expires)));

    await Promise.all([...of('old', now - DAY - 60), ...of('young', now - DAY + 60)]);

    const count = () => file.prepare('SELECT count(*) AS entries FROM responses').get()?.entries;
    await expect.poll(count).toBe(150);
    expect(await store.get('young 149')).toBeDefined();
  });

  const openFile = (intervalMilliseconds?: number) => {
    const file = new SqliteFile(open(newFolder(), intervalMilliseconds).path);
    onTestFinished(() => file.close());
    return file;
  };

  it('writes a transaction whole or not at all', () => {
    const file = openFile();
    const write = (key: string, then: () => void) =>
      file.transaction(() => {
        file.putIfAbsent(entry(key), NOW);
        then();
      });

    expect(() => write('a', () => expect.fail('the disk is full'))).toThrow('the disk is full');
    write('b', () => {});

    expect([file.get('a'), file.get('b')]).toEqual([undefined, entry('b')]);
  });

  it('has its log checkpointed by another thread, so that a write restarts the log', async () => {
    const file = openFile(5);
    const young = (key: string) => file.putIfAbsent(entry(key, 'seven', Date.now()), NOW);
    for (let number = 0; number < 100; number += 1) young(`id ${number}`);
    // The log's header counts how often the log was restarted (SQLite's file format, 4.1).
    const begun = () => readFileSync(`${file.path}-wal`).readUInt32BE(12);
    expect(begun()).toBe(0);

    const begunAfterMore = () => {
      young(`another ${performance.now()}`);
      return begun();
    };
    await expect.poll(begunAfterMore).toBeGreaterThan(0);
    expect(file.get('id 99')).toBeDefined();
  });
});

describe('Several front processes with one file', () => {
  it('give the response that was written first, through any of them', async () => {
    const { store, openStore } = open();
    const stores = [store, openStore(), openStore()];

    const given = await Promise.all(stores.map((one, index) => put(one, entry('a', `of ${index}`))));

    expect(new Set(given.map(({ response }) => response)).size).toBe(1);
    for (const one of stores) expect(await one.get('a')).toEqual(given[0]);
  });

  it('create the file once if it was removed, and lose no response that is acknowledged after that', async () => {
    const { store, openStore, folder, logged } = open();
    const stores = [store, openStore()];
    await Promise.all(stores.map((one, index) => put(one, entry(`before ${index}`))));

    for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `cache.db${end}`));
    await Promise.all(stores.map((one, index) => put(one, entry(`after ${index}`))));

    expect(logged).toEqual([expect.stringContaining('StoresMade: the response cache was removed')]);
    for (const one of stores)
      expect([await one.get('after 0'), await one.get('after 1')]).not.toContain(undefined);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CacheEntry } from '../../../functions/inference/cache/cache-entry.ts';
import { Checkpoints } from '../../../local/store/checkpoints.ts';
import { SqliteFile } from '../../../local/store/sqlite-file.ts';
import { SqliteStore } from '../../../local/store/sqlite-store.ts';

const NOW = 1_000_000;
const DAY = 24 * 3600;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'subsecond-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open(folder = temporaryFolder()) {
  const said: string[] = [];
  const store = new SqliteStore(folder, {
    lost: (reason) => said.push(`lost: ${reason}`),
    emptied: (reason) => said.push(`emptied: ${reason}`),
  });
  onTestFinished(() => store.close());
  return { store, folder, said, path: store.path };
}

function entry(key: string, answer = 'seven', expires = NOW + DAY): CacheEntry {
  return { key, answer, version: '1', digest: 'abc', time: NOW * 1000, expires };
}

function put(store: SqliteStore, written: CacheEntry, now = NOW, signal = new AbortController().signal) {
  return store.putIfAbsent(written, now, { read: 0, write: 0 }, signal);
}

describe('The response store of one machine', () => {
  it('keeps the first entry of a key, within one turn of the event loop as well', async () => {
    const { store } = open();

    const [first, second] = await Promise.all([put(store, entry('a', 'one')), put(store, entry('a', 'two'))]);
    const third = await put(store, entry('a', 'three'));

    expect([first, second, third].map(({ answer }) => answer)).toEqual(['one', 'one', 'one']);
    expect(await store.get('a')).toEqual(entry('a', 'one'));
    expect(await store.get('b')).toBeUndefined();
  });

  it('replaces an entry that has expired', async () => {
    const { store } = open();
    await put(store, entry('a', 'old', NOW - 1));

    expect((await put(store, entry('a', 'new'))).answer).toBe('new');
  });

  it('writes nothing for a request that has given up', async () => {
    const { store } = open();

    const aborted = put(store, entry('a'), NOW, AbortSignal.abort(new Error('too late')));
    const other = put(store, entry('b'));

    await expect(aborted).rejects.toThrow('too late');
    await other;
    expect(await store.get('a')).toBeUndefined();
  });

  it('finds after a restart what it has confirmed', async () => {
    const { store, folder } = open();
    await put(store, entry('a'));
    await store.close();

    expect(await open(folder).store.get('a')).toEqual(entry('a'));
  });

  it('loses no confirmed entry where its process is killed', async () => {
    const folder = temporaryFolder();
    const program = join(import.meta.dirname, 'fixtures', 'killed-after-writes.ts');
    const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (data: Buffer) => {
      printed += data;
      if (printed.split('\n').length > 200) child.kill('SIGKILL');
    });
    await once(child, 'close');

    const confirmed = printed.slice(0, printed.lastIndexOf('\n')).split('\n');
    const { store } = open(folder);
    for (const number of confirmed) expect((await store.get(`model#${number}`))?.answer).toBe(number);
  });

  it.skipIf(process.platform === 'win32')('is for its owner alone', async () => {
    const { store, path } = open();
    await put(store, entry('a'));

    expect(['', '-wal'].map((suffix) => statSync(path + suffix).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it('refuses a folder that another service uses', () => {
    const { folder } = open();

    expect(() => open(folder)).toThrow(`another service uses ${folder}: stop it`);
  });
});

describe('A store that is lost', () => {
  it.skipIf(process.platform === 'win32')(
    'is made again in its place, with what is written next',
    async () => {
      const { store, folder, said } = open();
      await put(store, entry('a'));
      rmSync(folder, { recursive: true });

      await put(store, entry('b'));

      expect(said).toEqual(['emptied: was removed']);
      await store.close();
      expect((await open(folder).store.get('b'))?.key).toBe('b');
    },
  );

  it('is begun anew where its file is damaged, which is kept', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'cache.db'),
      'no database at all, but long enough to be read as one'.repeat(100),
    );

    const { store, said, path } = open(folder);
    await put(store, entry('a'));

    expect(said).toEqual([`emptied: is damaged (it lies in ${path}.damaged now)`]);
    expect(readFileSync(`${path}.damaged`, 'utf8')).toContain('no database');
    expect(await store.get('a')).toBeDefined();
  });

  it('says what is wrong where nothing can be written', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'cache.db'));

    expect(() => open(folder)).toThrow(/cache\.db cannot be opened/);
  });

  it('fails while there is no room, says so once, and goes on when there is', async () => {
    const { store, path, said } = open();
    await put(store, entry('a'));
    const other = new DatabaseSync(path);
    onTestFinished(() => other.close());
    // A lock that does not go away is what a full disk is: an error that passes.
    other.exec('BEGIN IMMEDIATE');

    await expect(put(store, entry('b'))).rejects.toThrow('locked');
    await expect(put(store, entry('b'))).rejects.toThrow('locked');
    other.exec('ROLLBACK');

    expect((await put(store, entry('b'))).key).toBe('b');
    expect(await store.get('a')).toBeDefined();
    expect(said).toEqual(['lost: database is locked']);
  });
});

describe('The file of a store', () => {
  const openFile = () => {
    const file = new SqliteFile(join(temporaryFolder(), 'cache.db'));
    onTestFinished(() => file.close());
    return file;
  };

  it('deletes what has expired, and leaves its room to what comes', () => {
    const file = openFile();
    const fill = (name: string) => {
      for (let number = 0; number < 500; number += 1) file.putIfAbsent(entry(`${name} ${number}`), NOW);
      file.checkpoint();
      return statSync(file.path).size;
    };
    const before = fill('old');

    expect(file.deleteExpired(NOW + DAY, 1000)).toBe(0);
    expect(file.deleteExpired(NOW + DAY + 1, 100)).toBe(100);
    expect(file.deleteExpired(NOW + DAY + 1, 1000)).toBe(400);

    expect(fill('new')).toBeLessThan(1.1 * before);
  });

  it('writes all of a transaction or nothing', () => {
    const file = openFile();

    const work = () =>
      file.transaction(() => {
        file.putIfAbsent(entry('a'), NOW);
        throw new Error('the disk is full');
      });

    expect(work).toThrow('the disk is full');
    expect(file.get('a')).toBeUndefined();
    file.transaction(() => file.putIfAbsent(entry('b'), NOW));
    expect(file.get('b')).toBeDefined();
  });

  it('has its log brought in by another thread, and begun anew', async () => {
    const file = openFile();
    const checkpoints = new Checkpoints(file, 5);
    onTestFinished(() => checkpoints.close());
    for (let number = 0; number < 100; number += 1) file.putIfAbsent(entry(`id ${number}`), NOW);
    // How often the log was begun anew stands at its head (SQLite's file format, 4.1).
    const begun = () => readFileSync(`${file.path}-wal`).readUInt32BE(12);
    expect(begun()).toBe(0);

    let number = 0;
    await expect
      .poll(() => {
        number += 1;
        file.putIfAbsent(entry(`another ${number}`), NOW);
        return begun();
      })
      .toBeGreaterThan(0);
    expect(file.get('id 99')).toBeDefined();
  });
});

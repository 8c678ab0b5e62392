import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Checkpoints } from '../../../local/table/store/checkpoints.ts';
import { forgetPortion } from '../../../local/table/store/forget-expired.ts';
import { ItemStore } from '../../../local/table/store/item-store.ts';
import { temporaryFolder } from '../helpers/fixture-service.ts';

const DAY = 24 * 3600;

function openStore(file = join(temporaryFolder(), 'answers.sqlite')): ItemStore & { readonly file: string } {
  const store = new ItemStore(file);
  onTestFinished(() => store.close());
  return Object.assign(store, { file });
}

const item = (id: string, expires?: number) => ({ id, expires, json: `{"id":{"S":"${id}"}}` });

describe('What has expired', () => {
  it('is deleted a day later, a hundred at a time and the rest soon', () => {
    const store = openStore();
    for (let number = 0; number < 150; number += 1) store.put(item(`old ${number}`, 1_000));
    store.put(item('new', 1_000 + DAY));
    store.put(item('for ever'));
    const left = () => Array.from({ length: 150 }, (_, number) => store.get(`old ${number}`)).filter(Boolean);

    const early = forgetPortion(store, 1_000 + DAY);
    expect(left()).toHaveLength(150);
    const first = forgetPortion(store, 1_001 + DAY);
    expect(left()).toHaveLength(50);
    const second = forgetPortion(store, 1_001 + DAY);

    expect(left()).toHaveLength(0);
    expect(store.get('new')).toBeDefined();
    expect(store.get('for ever')).toBeDefined();
    expect([early, first, second]).toEqual([10_000, 100, 10_000]);
  });

  it('leaves its room to what comes', () => {
    const store = openStore();
    const fill = (name: string) => {
      for (let number = 0; number < 500; number += 1) store.put(item(`${name} ${number}`, 1_000));
      store.checkpoint();
      return statSync(store.file).size;
    };
    const before = fill('old');

    while (store.forget(1_001, 100) > 0);

    expect(fill('new')).toBeLessThan(1.1 * before);
  });
});

describe('The log of writes', () => {
  it('is brought into the file by another thread, and begun anew', async () => {
    const store = openStore();
    const checkpoints = new Checkpoints(store, store.file, 5);
    onTestFinished(() => checkpoints.close());
    for (let number = 0; number < 100; number += 1) store.put(item(`id ${number}`));
    const longest = statSync(`${store.file}-wal`).size;
    // How often the log was begun anew stands at its head (SQLite's file format, 4.1).
    const begun = () => readFileSync(`${store.file}-wal`).readUInt32BE(12);
    expect(begun()).toBe(0);

    await expect
      .poll(() => {
        store.put(item('another'));
        return begun();
      })
      .toBeGreaterThan(0);

    expect(statSync(`${store.file}-wal`).size).toBeLessThan(2 * longest);
    expect(store.get('id 99')).toBeDefined();
  });
});

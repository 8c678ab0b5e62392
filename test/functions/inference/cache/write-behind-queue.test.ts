/** The queue writes responses that were sent during an outage. Otherwise, their ids could get a second response. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CacheSession } from '../../../../functions/inference/cache/cache-session.ts';
import { Circuit } from '../../../../functions/inference/cache/circuit.ts';
import { RecentEntries } from '../../../../functions/inference/cache/recent-entries.ts';
import { WriteBehindQueue } from '../../../../functions/inference/cache/write-behind-queue.ts';
import { entryOf, MemoryTable } from '../../support/memory-table.ts';
import { cacheOf } from './support.ts';

const IDS = Array.from({ length: 60 }, (_, index) => `id-${index}`);

describe('Responses that were sent while the table was unavailable', () => {
  let table: MemoryTable;
  beforeEach(() => {
    vi.useFakeTimers();
    table = new MemoryTable();
  });
  afterEach(() => void vi.useRealTimers());

  /** Creates an environment that has responded to these ids while the table failed. */
  async function respondedWithout(ids: readonly string[], fault: MemoryTable['fault'] = 'refused') {
    const environment = cacheOf(table);
    table.fault = fault;
    for (const id of ids) await new CacheSession(environment, id, () => 'content').put('永');
    table.fault = 'none';
    return environment;
  }

  it('are written when the table is back, even if their environment gets no more requests', async () => {
    await respondedWithout(IDS);

    await vi.advanceTimersByTimeAsync(1_000);

    const elsewhere = cacheOf(table);
    for (const id of IDS) {
      const other = new CacheSession(elsewhere, id, () => 'another picture').put('水');
      await expect(other).rejects.toMatchObject({ problem: 'id-conflict' });
      expect((await new CacheSession(elsewhere, id, () => 'content').put('水')).response).toBe('永');
    }
  });

  it('are written after any number of failed attempts', async () => {
    const environment = await respondedWithout(['a']);
    table.fault = 'refused';
    await vi.advanceTimersByTimeAsync(10_000);
    table.fault = 'none';

    await vi.advanceTimersByTimeAsync(1_000);

    expect(table.items.get('colours#a')?.response).toBe('永');
    expect(environment.late.takeCounts()).toMatchObject({ waiting: 0 });
  });

  it('are written one by one with new requests if no timer runs, as in a frozen environment', async () => {
    const environment = await respondedWithout(['a', 'b', 'c']);
    environment.circuit.succeeded();

    for (const id of ['x', 'y', 'z']) await new CacheSession(environment, id, () => 'content').put('火');

    const written = ['a', 'b', 'c', 'x', 'y', 'z'].map((id) => `colours#${id}`);
    expect([...table.items.keys()].sort()).toEqual(written);
  });

  it('close the circuit, so that the next request uses the table at once', async () => {
    const { circuit } = await respondedWithout(['a', 'b']);
    for (let failure = 0; failure < 5; failure += 1) circuit.failed();

    await vi.advanceTimersByTimeAsync(1_000);

    expect(circuit.allows).toBe(true);
  });

  it('are known at once in their own environment, which refuses other content under their ids', async () => {
    const environment = await respondedWithout(['a']);
    const conflict = { problem: 'id-conflict' };
    const other = () => new CacheSession(environment, 'a', () => 'another picture');

    await expect(other().get(undefined)).rejects.toMatchObject(conflict);
    await expect(other().put('水')).rejects.toMatchObject(conflict);
  });

  it('give way to another environment’s entry, and count as lost', async () => {
    const environment = await respondedWithout(['a', 'b']);
    await new CacheSession(cacheOf(table), 'a', () => 'another picture').put('水');

    await vi.advanceTimersByTimeAsync(1_000);

    expect(environment.late.takeCounts()).toEqual({ waiting: 0, written: 1, lost: 1 });
    const repeat = new CacheSession(environment, 'a', () => 'another picture').get(undefined);
    expect((await repeat)?.response).toBe('水');
  });

  it('count as written when only the acknowledgement was lost', async () => {
    const environment = await respondedWithout(['a'], 'lost');

    await vi.advanceTimersByTimeAsync(1_000);

    expect(environment.late.takeCounts()).toEqual({ waiting: 0, written: 1, lost: 0 });
  });
});

it('A queue of more than 16 MB drops the oldest responses, and counts them', () => {
  const late = new WriteBehindQueue(new MemoryTable(), new Circuit(), new RecentEntries());

  for (const key of ['a', 'b', 'c']) late.keep(entryOf(key, 'x'.repeat(6_000_000)));

  expect(['a', 'b', 'c'].filter((key) => late.find(key))).toEqual(['b', 'c']);
  expect(late.takeCounts()).toEqual({ waiting: 2, written: 0, lost: 1 });
});

/** Responses given while the table was out were never written, so their ids took other requests: they are kept, and written. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { RecentEntries } from '../../../../functions/inference/cache/recent-entries.ts';
import { ResponseCache } from '../../../../functions/inference/cache/response-cache.ts';
import { Circuit } from '../../../../functions/inference/cache/store-calls.ts';
import { WriteBehindQueue } from '../../../../functions/inference/cache/write-behind-queue.ts';
import { entryOf, MemoryTable } from '../../support/memory-table.ts';

const OPTIONS = { model: 'colours', fingerprint: 'f', version: '1', ttlDays: 14, timeoutMilliseconds: 40 };
const ids = Array.from({ length: 60 }, (_, index) => `id-${index}`);

/** An environment that has served these ids without the table. */
async function respondedWithout(table: MemoryTable, ids: readonly string[]): Promise<ResponseCache> {
  const environment = new ResponseCache(table, OPTIONS);
  table.fault = 'refused';
  for (const id of ids) await environment.session(id, () => `content of ${id}`).put('永');
  table.fault = 'none';
  return environment;
}

function fakeTimers() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

describe('Responses that went out while the table was out of reach', () => {
  it('are written when it is back, though nobody calls that environment again', async () => {
    fakeTimers();
    const table = new MemoryTable();
    await respondedWithout(table, ids);

    await vi.advanceTimersByTimeAsync(1_000);

    const elsewhere = new ResponseCache(table, OPTIONS);
    for (const id of ids) {
      const other = elsewhere.session(id, () => 'another picture').put('水');
      await expect(other).rejects.toMatchObject({ problem: 'id-conflict' });
      expect((await elsewhere.session(id, () => `content of ${id}`).put('水')).response).toBe('永');
    }
  });

  it('are tried again and again while it stays out', async () => {
    fakeTimers();
    const table = new MemoryTable();
    const environment = await respondedWithout(table, ['a']);
    table.fault = 'refused';
    await vi.advanceTimersByTimeAsync(10_000);
    table.fault = 'none';

    await vi.advanceTimersByTimeAsync(1_000);

    expect(table.items.get('colours#a')?.response).toBe('永');
    expect(environment.late.waiting).toBe(0);
  });

  it('are taken along one by one by new requests, where no timer runs as in a frozen environment', async () => {
    fakeTimers();
    const table = new MemoryTable();
    const environment = await respondedWithout(table, ids.slice(0, 3));
    environment.circuit.succeeded();

    for (let request = 0; request < 3; request += 1)
      await environment.session(`new ${request}`, () => 'content').put('火');

    expect([...table.items.keys()].sort()).toEqual([
      'colours#id-0',
      'colours#id-1',
      'colours#id-2',
      'colours#new 0',
      'colours#new 1',
      'colours#new 2',
    ]);
  });

  it('close the circuit, so that the next request uses the table at once', async () => {
    fakeTimers();
    const table = new MemoryTable();
    const environment = await respondedWithout(table, ['a', 'b']);
    for (let failure = 0; failure < 5; failure += 1) environment.circuit.failed();

    await vi.advanceTimersByTimeAsync(1_000);

    expect(environment.circuit.allows).toBe(true);
  });

  it('refuse another request in their own environment from the first moment', async () => {
    const environment = await respondedWithout(new MemoryTable(), ['a']);

    await expect(environment.session('a', () => 'another picture').get(undefined)).rejects.toMatchObject({
      problem: 'id-conflict',
    });
    await expect(environment.session('a', () => 'another picture').put('水')).rejects.toMatchObject({
      problem: 'id-conflict',
    });
  });

  it('give way to what another environment has written meanwhile, and that is counted', async () => {
    fakeTimers();
    const table = new MemoryTable();
    const environment = await respondedWithout(table, ['a', 'b']);
    await new ResponseCache(table, OPTIONS).session('a', () => 'another picture').put('水');

    await vi.advanceTimersByTimeAsync(1_000);

    expect(environment.late.takeCounts()).toEqual({ waiting: 0, written: 1, lost: 1 });
    const repeat = environment.session('a', () => 'another picture').get(undefined);
    expect((await repeat)?.response).toBe('水');
  });

  it('count as written when only the acknowledgement was lost', async () => {
    fakeTimers();
    const table = new MemoryTable();
    const environment = new ResponseCache(table, OPTIONS);
    table.fault = 'lost';
    await environment.session('a', () => 'content').put('永');
    table.fault = 'none';

    await vi.advanceTimersByTimeAsync(1_000);

    expect(environment.late.takeCounts()).toEqual({ waiting: 0, written: 1, lost: 0 });
  });
});

describe('What waits for the table', () => {
  const writer = (limits: ConstructorParameters<typeof WriteBehindQueue>[3]) =>
    new WriteBehindQueue(new MemoryTable(), new Circuit(), new RecentEntries(), limits);

  it('is bounded in number: what has waited longest goes, and is counted', () => {
    const late = writer({ responses: 2 });

    for (const key of ['a', 'b', 'c']) late.keep(entryOf(key));

    expect(['a', 'b', 'c'].filter((key) => late.find(key))).toEqual(['b', 'c']);
    expect(late.takeCounts()).toEqual({ waiting: 2, written: 0, lost: 1 });
  });

  it('is bounded in bytes', () => {
    const late = writer({ bytes: 1_000 });

    for (const key of ['a', 'b', 'c']) late.keep(entryOf(key, 'x'.repeat(400)));

    expect(late.waiting).toBe(2);
  });
});

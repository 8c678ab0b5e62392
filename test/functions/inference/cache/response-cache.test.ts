import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CacheSession } from '../../../../functions/inference/cache/cache-session.ts';
import type { ResponseCache } from '../../../../functions/inference/cache/response-cache.ts';
import { MemoryTable } from '../../support/memory-table.ts';
import { cacheOf } from './support.ts';

describe('response cache', () => {
  let table: MemoryTable;
  let environment: ResponseCache;
  beforeEach(() => {
    table = new MemoryTable();
    environment = cacheOf(table);
  });
  afterEach(() => vi.useRealTimers());

  it('calls the table once for a first request, never for a repeat here, and once for a likely repeat elsewhere', async () => {
    const fresh = new CacheSession(environment, 'a', () => 'content');
    expect(await fresh.get(2)).toBeUndefined();
    await fresh.put('永');
    expect([fresh.outcome, table.calls]).toEqual(['miss', 1]);

    const repeat = new CacheSession(environment, 'a', () => 'content');
    expect(await repeat.get(undefined)).toMatchObject({ response: '永' });
    expect([repeat.outcome, table.calls]).toEqual(['hit', 1]);

    const other = cacheOf(table);
    await new CacheSession(other, 'b', () => 'another').get(2);
    expect(await new CacheSession(other, 'a', () => 'content').get(1)).toMatchObject({ response: '永' });
    expect(table.calls).toBe(2);
  });

  it.each([[1], [undefined]])(
    'refuses a request with a used id and other content (retry %s)',
    async (retry) => {
      await new CacheSession(environment, 'a', () => 'content').put('永');
      const other = cacheOf(table);
      await new CacheSession(other, 'b', () => 'another').get(2);
      const conflict = new CacheSession(other, 'a', () => 'another image');

      const pending = conflict.get(retry).then(() => conflict.put('水'));

      await expect(pending).rejects.toMatchObject({ problem: 'id-conflict', status: 422 });
    },
  );

  it('forgets expired responses, in memory and in the table', async () => {
    const brief = cacheOf(table, { ttlDays: -1 });
    await new CacheSession(brief, 'a', () => 'content').put('永');
    const later = new CacheSession(brief, 'a', () => 'another image');

    expect(await later.get(2)).toBeUndefined();
    expect((await later.put('水')).response).toBe('水');
  });

  it('takes at most its time limit for look-up and write together', async () => {
    vi.useFakeTimers();
    await new CacheSession(environment, 'b', () => 'another').get(2);
    table.fault = 'silent';
    const session = new CacheSession(environment, 'a', () => 'content');

    const pending = session.get(1).then(() => session.put('永'));
    await vi.advanceTimersByTimeAsync(41);

    await expect(pending).resolves.toMatchObject({ response: '永' });
    expect(table.calls).toBe(2);
  });

  it('stops calling a table that fails again and again', async () => {
    table.fault = 'refused';
    for (const id of 'abcdefghij') await new CacheSession(environment, id, () => 'content').put('永');

    expect(table.calls).toBe(2);
  });

  it('sends a response that is too large for an item, without calling the table', async () => {
    const session = new CacheSession(environment, 'a', () => 'content');

    const given = await session.put('x'.repeat(500_000));

    expect(given.response).toHaveLength(500_000);
    expect(session).toMatchObject({ outcome: 'too-large' });
    expect(table.calls).toBe(0);
  });

  it('gives the request that owns the id its own response, and not a provisional one of another request', async () => {
    const [owner, another] = ['owner', 'another'].map(
      (content) => new CacheSession(environment, 'a', () => content),
    );
    await new CacheSession(cacheOf(table), 'a', () => 'owner').put('永');
    another!.keep('poor');

    expect((await owner!.get(undefined))?.response).toBe('永');
    await expect(another!.get(undefined)).rejects.toThrow('with other content');
  });

  it('refuses other content under the id of a provisional response, too', async () => {
    new CacheSession(environment, 'a', () => 'content').keep('poor');
    const another = new CacheSession(environment, 'a', () => 'another');

    await expect(another.get(undefined)).rejects.toThrow('with other content');
    expect(() => another.keep('poor')).toThrow('with other content');
  });

  it('measures how long writes take, failed writes included', async () => {
    expect(environment.writingMilliseconds).toBe(0);
    table.fault = 'silent';

    await new CacheSession(environment, 'a', () => 'content').put('永');

    expect(environment.writingMilliseconds).toBeGreaterThan(36);
  });
});

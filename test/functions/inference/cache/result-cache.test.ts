import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResultCache } from '../../../../functions/inference/cache/result-cache.ts';
import { MemoryTable } from '../../support/memory-table.ts';

const OPTIONS = { task: 'colours', fingerprint: 'f', version: '1', ttlDays: 14, allowanceMilliseconds: 40 };

describe('result cache', () => {
  let table: MemoryTable;
  let environment: ResultCache;
  beforeEach(() => {
    table = new MemoryTable();
    environment = new ResultCache(table, OPTIONS);
  });
  afterEach(() => vi.useRealTimers());

  it('costs a fresh question one write and no read', async () => {
    const visit = environment.visit('a', 'content');

    const known = await visit.recall(2);
    await visit.remember('永');

    expect(known).toBeUndefined();
    expect(visit.outcome).toBe('miss');
    expect(visit.units).toEqual({ read: 0, write: 1 });
  });

  it('costs a repeat in the same environment nothing', async () => {
    await environment.visit('a', 'content').remember('永');
    const repeat = environment.visit('a', 'content');

    const known = await repeat.recall(undefined);

    expect(known).toMatchObject({ answer: '永' });
    expect(repeat.outcome).toBe('hit');
    expect(repeat.units).toEqual({ read: 0, write: 0 });
  });

  it('costs a repeat that says so, in another environment, half a read and no prediction', async () => {
    await environment.visit('a', 'content').remember('永');
    const other = new ResultCache(table, OPTIONS);
    await other.visit('b', 'another').recall(2);
    const repeat = other.visit('a', 'content');

    const known = await repeat.recall(1);

    expect(known?.answer).toBe('永');
    expect(repeat.units).toEqual({ read: 0.5, write: 0 });
  });

  it('gives a repeat that does not say so the first answer, whatever it predicted', async () => {
    await environment.visit('a', 'content').remember('永');
    const repeat = new ResultCache(table, OPTIONS).visit('a', 'content');

    const known = await repeat.recall(undefined);
    const given = await repeat.remember('水');

    expect(known).toBeUndefined();
    expect(given.answer).toBe('永');
    expect(repeat.outcome).toBe('hit');
  });

  it('gives two identical questions at the same moment one answer', async () => {
    const other = new ResultCache(table, OPTIONS);

    const given = await Promise.all([
      environment.visit('a', 'content').remember('永'),
      other.visit('a', 'content').remember('水'),
    ]);

    expect(given[0].answer).toBe(given[1].answer);
  });

  it.each([[1], [undefined]])(
    'refuses an id that comes back with another image (retry %s)',
    async (attemptsLeft) => {
      await environment.visit('a', 'content').remember('永');
      const other = new ResultCache(table, OPTIONS);
      await other.visit('b', 'another').recall(2);
      const conflict = other.visit('a', 'another image');

      const answered = conflict.recall(attemptsLeft).then(() => conflict.remember('水'));

      await expect(answered).rejects.toMatchObject({ problem: 'id-conflict', status: 422 });
    },
  );

  it('refuses another image from memory too', async () => {
    await environment.visit('a', 'content').remember('永');

    await expect(environment.visit('a', 'another').recall(2)).rejects.toMatchObject({
      problem: 'id-conflict',
    });
  });

  it('keeps the tasks apart', async () => {
    await environment.visit('a', 'content').remember('永');
    const digits = new ResultCache(table, { ...OPTIONS, task: 'digits' }).visit('a', 'other image');

    expect((await digits.remember('7')).answer).toBe('7');
  });

  it('forgets what has expired, in memory and in the table', async () => {
    const brief = new ResultCache(table, { ...OPTIONS, ttlDays: -1 });
    await brief.visit('a', 'content').remember('永');
    const later = brief.visit('a', 'another image');

    expect(await later.recall(2)).toBeUndefined();
    expect((await later.remember('水')).answer).toBe('水');
  });

  it('answers anyway when the table is out of reach, and says why', async () => {
    table.fault = 'refused';
    const visit = environment.visit('a', 'content');

    const given = await visit.remember('永');

    expect(given.answer).toBe('永');
    expect(visit.outcome).toBe('degraded');
    expect(visit.failure).toBe('Error: connection refused');
  });

  it('never takes more than its allowance, look-up and write together', async () => {
    vi.useFakeTimers();
    await environment.visit('b', 'another').recall(2);
    table.fault = 'silent';
    const visit = environment.visit('a', 'content');

    const answered = visit.recall(1).then(() => visit.remember('永'));
    await vi.advanceTimersByTimeAsync(OPTIONS.allowanceMilliseconds + 1);

    await expect(answered).resolves.toMatchObject({ answer: '永' });
    expect(table.calls).toBe(2);
  });

  it('leaves a table alone that fails again and again', async () => {
    table.fault = 'refused';
    for (let request = 0; request < 20; request++)
      await environment.visit(`${request}`, 'content').remember('永');

    expect(table.calls).toBe(2);
  });

  it('gives the answer that went out without the table again, and writes it down at the next occasion', async () => {
    table.fault = 'refused';
    await environment.visit('a', 'content').remember('永');
    table.fault = 'none';
    const repeat = environment.visit('a', 'content');

    const known = await repeat.recall(1);

    expect(known?.answer).toBe('永');
    expect(table.items.get('colours#a')?.answer).toBe('永');
  });

  it('lets the table decide when another environment was first meanwhile', async () => {
    table.fault = 'refused';
    await environment.visit('a', 'content').remember('永');
    table.fault = 'none';
    await new ResultCache(table, OPTIONS).visit('a', 'content').remember('水');

    expect((await environment.visit('a', 'content').recall(1))?.answer).toBe('水');
  });

  it('counts an answer above a kilobyte as what it costs', async () => {
    const visit = environment.visit('a', 'content');
    await visit.remember('x'.repeat(5_000));
    const other = new ResultCache(table, OPTIONS);
    await other.visit('b', 'another').recall(2);
    const repeat = other.visit('a', 'content');
    await repeat.recall(1);

    expect(visit.units).toEqual({ read: 0, write: 5 });
    expect(repeat.units).toEqual({ read: 1, write: 0 });
  });

  it('gives out an answer that no item could hold, and does not call the table for it', async () => {
    const visit = environment.visit('a', 'content');

    const given = await visit.remember('x'.repeat(500_000));

    expect(given.answer).toHaveLength(500_000);
    expect(visit).toMatchObject({ outcome: 'too-large', units: { read: 0, write: 0 } });
    expect(table.calls).toBe(0);
  });

  describe('with an answer that is worse for lack of time', () => {
    it('writes it nowhere, and lets a repeat do better', async () => {
      environment.visit('a', 'content').keep('poor');
      const repeat = environment.visit('a', 'content');

      const known = await repeat.recall(1);
      const given = await repeat.remember('good');

      expect(known).toBeUndefined();
      expect(given.answer).toBe('good');
      expect(table.items.get('colours#a')?.answer).toBe('good');
    });

    it('answers a repeat that has no time either like the first', () => {
      environment.visit('a', 'content').keep('poor');

      expect(environment.visit('a', 'content').keep('poorer').answer).toBe('poor');
    });

    it('gives the question that has the id its answer, whatever went out for another one here', async () => {
      await new ResultCache(table, OPTIONS).visit('a', 'owner').remember('永');
      environment.visit('a', 'another').keep('poor');

      expect((await environment.visit('a', 'owner').recall(undefined))?.answer).toBe('永');
      await expect(environment.visit('a', 'another').recall(undefined)).rejects.toThrow('with other content');
    });

    it('refuses the id for another question all the same', async () => {
      environment.visit('a', 'content').keep('poor');

      await expect(environment.visit('a', 'another').recall(undefined)).rejects.toThrow('with other content');
      expect(() => environment.visit('a', 'another').keep('poor')).toThrow('with other content');
    });
  });

  it('knows how long a write takes of late, one that fails as well', async () => {
    expect(environment.writing.expected).toBe(0);
    table.fault = 'silent';

    await environment.visit('a', 'content').remember('永');

    expect(environment.writing.expected).toBeGreaterThan(0.9 * OPTIONS.allowanceMilliseconds);
  });
});

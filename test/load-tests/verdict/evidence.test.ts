import { describe, expect, it } from 'vitest';
import type { LoadRecord } from '../../../load-tests/client/records.ts';
import { gather } from '../../../load-tests/verdict/evidence.ts';
import { exchanged } from '../fixtures/exchanges.ts';

const sent = (id: string, at: number, attempt = 1): LoadRecord => ({ kind: 'sent', id, attempt, at });

describe('gathering the records of a run', () => {
  it('counts a question that never came back as failed', () => {
    const { exchanges } = gather([sent('a', 1000)], { at: 5000, limitMilliseconds: 1000 });

    expect(exchanges).toMatchObject([{ id: 'a', outcome: 'timeout', milliseconds: 4000 }]);
    expect(exchanges[0]?.error).toBeDefined();
  });

  it('leaves out a question that was still in time when the run was stopped', () => {
    expect(gather([sent('a', 4500)], { at: 5000, limitMilliseconds: 1000 }).exchanges).toEqual([]);
  });

  it('counts a question that was answered once', () => {
    const records = [sent('a', 1000), exchanged({ id: 'a' })];

    expect(gather(records, { at: 9000, limitMilliseconds: 1000 }).exchanges).toHaveLength(1);
  });

  it('tells the attempts of one id apart', () => {
    const records = [sent('a', 1000), exchanged({ id: 'a' }), sent('a', 2000, 2)];

    const { exchanges } = gather(records, { at: 9000, limitMilliseconds: 1000 });

    expect(exchanges).toMatchObject([{ attempt: 1 }, { attempt: 2, repeated: true, outcome: 'timeout' }]);
  });
});

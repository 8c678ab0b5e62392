import { describe, expect, it } from 'vitest';
import type { SentRecord } from '../../../load-tests/client/records.ts';
import { gather } from '../../../load-tests/verdict/evidence.ts';
import { exchanged } from '../fixtures/exchanges.ts';

const sent = (id: string, at: number, attempt = 1): SentRecord => {
  const source = { id, attempt, repeated: attempt > 1, sample: '021-永.jpg' };
  return { kind: 'sent', ...source, at, lagMilliseconds: 0 };
};

describe('gathering the records of a run', () => {
  it('counts a request that never came back as failed', () => {
    const { exchanges } = gather([sent('a', 1000)], { at: 5000, limitMilliseconds: 1000 });

    expect(exchanges).toMatchObject([
      { id: 'a', sample: '021-永.jpg', outcome: 'timeout', failure: 'timeout', milliseconds: 4000 },
    ]);
    expect(exchanges[0]?.error).toBeDefined();
  });

  it('leaves out a request that was still in time when the run was stopped', () => {
    expect(gather([sent('a', 4500)], { at: 5000, limitMilliseconds: 1000 }).exchanges).toEqual([]);
  });

  it('counts a request with a response once', () => {
    const records = [sent('a', 1000), exchanged({ id: 'a', at: 1000 })];

    expect(gather(records, { at: 9000, limitMilliseconds: 1000 }).exchanges).toHaveLength(1);
  });

  it('tells the attempts of one id apart, and repeats of one attempt', () => {
    const records = [
      sent('a', 1000),
      exchanged({ id: 'a', at: 1000 }),
      sent('a', 2000, 2),
      sent('a', 3000, 2),
      exchanged({ id: 'a', at: 3000, attempt: 2 }),
    ];

    const { exchanges } = gather(records, { at: 9000, limitMilliseconds: 1000 });

    expect(exchanges).toMatchObject([
      { attempt: 1 },
      { attempt: 2, at: 3000, outcome: 'completed' },
      { attempt: 2, at: 2000, repeated: true, outcome: 'timeout' },
    ]);
  });
});

import { expect, it } from 'vitest';
import type { LoadRecord, SentRecord } from '../../../load-tests/client/records.ts';
import { gather } from '../../../load-tests/verdict/evidence.ts';
import { exchanged } from '../fixtures/exchanges.ts';

const sent = (id: string, at: number, attempt = 1): SentRecord => {
  const source = { id, attempt, repeated: attempt > 1, sample: '021-永.jpg' };
  return { kind: 'sent', ...source, at, lagMilliseconds: 0 };
};
const failed = { outcome: 'timeout', failure: 'timeout', error: expect.any(String) };
const timeout = { ...failed, sample: '021-永.jpg' };

it.each<[string, LoadRecord[], object[]]>([
  ['counts what got no response as failed', [sent('a', 1000)], [{ id: 'a', milliseconds: 8000, ...timeout }]],
  ['leaves out a request that was still in time when the run was stopped', [sent('a', 8500)], []],
  ['counts a response once', [sent('a', 1000), exchanged({ id: 'a', at: 1000 })], [{ outcome: 'completed' }]],
  [
    'tells the attempts of one id apart, and repeats of one attempt',
    [
      sent('a', 1000),
      exchanged({ id: 'a', at: 1000 }),
      sent('a', 2000, 2),
      sent('a', 3000, 2),
      exchanged({ id: 'a', at: 3000, attempt: 2 }),
    ],
    [
      { attempt: 1 },
      { attempt: 2, at: 3000, outcome: 'completed' },
      { attempt: 2, at: 2000, repeated: true, ...timeout },
    ],
  ],
])('gathering the records of a run %s', (_, records, exchanges) => {
  expect(gather(records, 9000, 1000).exchanges).toMatchObject(exchanges);
});

import { expect, it } from 'vitest';
import type { ExchangeRecord, LoadRecord } from '../../../load-tests/client/records.ts';
import { Progress } from '../../../load-tests/run/progress.ts';
import { exchanged, failed } from '../fixtures/exchanges.ts';

const request = { id: 'a', attempt: 1, repeated: false, sample: '021-永.jpg', lagMilliseconds: 0 };
const sent = (at: number): LoadRecord => ({ kind: 'sent', ...request, at });
const failures = (count: number, changes: Partial<ExchangeRecord> = {}) =>
  Array.from({ length: count }, () => failed(changes));
const ours = failures(60, { failure: 'generator' });

it('the progress of a run announces the warm-up', () => {
  expect(new Progress({ count: 10, seconds: undefined }, 1000, 5).line(0)).toContain('warming up for 5 s');
});

it.each([
  ['requests', { count: 100, seconds: undefined }],
  ['the clock', { count: undefined, seconds: 40 }],
])('the progress of a run is measured by %s', (_, plan) => {
  const progress = new Progress(plan, 1000);
  progress.add(Array.from({ length: 25 }, (_, index) => sent(1000 + index)));
  progress.add([exchanged(), exchanged({ milliseconds: 1200 }), failed()]);

  expect(progress.line(11_000)).toBe('25 %, 2 responses, 1 late, 1 failed');
});

it.each([
  ['is ended after three seconds of errors alone', failures(60), 4000, /^no good .* the first 60 requests$/],
  ['is not ended before three seconds have passed', failures(60), 3900, undefined],
  ['goes on after one good response', [...failures(60), exchanged()], 60_000, undefined],
  ["goes on if few failures are not the generator's own", [...ours, ...failures(9)], 60_000, undefined],
] as const)('the load %s', (_, records, now, reason) => {
  const progress = new Progress({ count: undefined, seconds: 300 }, 1000);
  progress.add([sent(1000), ...records]);

  const found = progress.abandoned(now);

  if (reason) expect(found).toMatch(reason);
  else expect(found).toBeUndefined();
});

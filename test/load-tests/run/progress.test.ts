import { describe, expect, it } from 'vitest';
import type { LoadRecord } from '../../../load-tests/client/records.ts';
import { Progress } from '../../../load-tests/run/progress.ts';
import { exchanged, failed } from '../fixtures/exchanges.ts';

const sent = (at: number): LoadRecord => ({
  kind: 'sent',
  id: `${at}`,
  attempt: 1,
  repeated: false,
  sample: '021-永.jpg',
  at,
  lagMilliseconds: 0,
});

describe('the progress of a run', () => {
  it('says for how long nothing counts yet', () => {
    expect(new Progress({ count: 10, seconds: undefined }, 1000, 5).line(0)).toContain('warming up for 5 s');
  });

  it.each([
    ['requests', { count: 100, seconds: undefined }],
    ['the clock', { count: undefined, seconds: 40 }],
  ])('is told by %s', (_, plan) => {
    const progress = new Progress(plan, 1000);
    progress.add(Array.from({ length: 25 }, (_, index) => sent(1000 + index)));
    progress.add([exchanged(), exchanged({ milliseconds: 1200 }), failed()]);

    expect(progress.line(11_000)).toBe('25 %, 2 responses, 1 late, 1 failed');
  });

  it('ends within seconds the load on a service that responds only with errors', () => {
    const progress = new Progress({ count: undefined, seconds: 300 }, 1000);
    progress.add([sent(1000), ...Array.from({ length: 60 }, () => failed())]);

    expect(progress.abandoned(3900)).toBeUndefined();
    expect(progress.abandoned(4000)).toBe('no good response to the first 60 requests');
    progress.add([exchanged()]);
    expect(progress.abandoned(60_000)).toBeUndefined();
  });

  it("goes on where the failures are few, or the generator's own", () => {
    const progress = new Progress({ count: undefined, seconds: 300 }, 1000);
    const own = () => failed({ failure: 'generator' });
    progress.add([
      sent(1000),
      ...Array.from({ length: 60 }, own),
      ...Array.from({ length: 9 }, () => failed()),
    ]);

    expect(progress.abandoned(60_000)).toBeUndefined();
  });
});

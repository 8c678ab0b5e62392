import { describe, expect, it } from 'vitest';
import { Progress } from '../../../cost/command/output/progress.ts';

/** Ticks at these milliseconds, a tenth of the work each. */
function reportedAt(times: readonly number[]): string[] {
  const reported: string[] = [];
  let now = 0;
  const progress = new Progress(
    (text) => reported.push(text),
    'Playing',
    () => now,
  );
  for (const [index, time] of times.entries()) {
    now = time;
    progress.tick(index + 1, 10);
  }
  return reported;
}

describe('Progress', () => {
  it('is silent for the first two seconds', () => {
    expect(reportedAt([500, 1000, 1900])).toEqual([]);
  });

  it('says how far it is and how long it will take, once a second at most', () => {
    expect(reportedAt([1500, 3000, 3500, 4000])).toEqual([
      'Playing: 20 %, about 12 s left',
      'Playing: 40 %, about 6 s left',
    ]);
  });
});

import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deadline, steadyMilliseconds } from '../../../../functions/inference/ensemble/predictor.ts';

describe('deadline', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['hrtime', 'Date'] }));
  afterEach(() => vi.useRealTimers());

  it('stays where it is when the clock on the wall is set', () => {
    const deadline = Deadline.in(900);

    vi.setSystemTime(0);

    expect(deadline.millisecondsLeft).toBeCloseTo(900);
  });

  it('is the same in another process of the machine', () => {
    vi.useRealTimers();
    const module = new URL('../../../../functions/inference/ensemble/predictor.ts', import.meta.url);
    const program = `import { steadyMilliseconds } from '${module}'; console.log(steadyMilliseconds())`;

    const before = steadyMilliseconds();
    const there = Number(execFileSync(process.execPath, ['--input-type=module', '-e', program]));

    expect(there).toBeGreaterThan(before);
    expect(there).toBeLessThan(steadyMilliseconds());
  });
});

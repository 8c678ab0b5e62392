import { describe, expect, it } from 'vitest';
import { RunningDuration } from '../../../../functions/inference/telemetry/running-duration.ts';

describe('running duration', () => {
  it('starts from the first measurement', () => {
    const duration = new RunningDuration();

    duration.add(2);

    expect(duration.expected).toBe(2);
  });

  it('follows what is measured', () => {
    const duration = new RunningDuration();
    duration.restart(2);

    for (let run = 0; run < 100; run++) duration.add(5);

    expect(duration.expected).toBeCloseTo(5, 2);
  });

  it('is hardly moved by a sandbox that was frozen for an hour', () => {
    const duration = new RunningDuration();
    duration.restart(2);

    duration.add(3_600_000);

    expect(duration.expected).toBeLessThan(3);
  });

  it('forgets a bad spell, so that a member that is left out is tried again', () => {
    const duration = new RunningDuration();
    duration.restart(1_000);

    for (let skipped = 0; skipped < 30; skipped++) duration.forgive();

    expect(duration.expected).toBeLessThan(50);
  });
});

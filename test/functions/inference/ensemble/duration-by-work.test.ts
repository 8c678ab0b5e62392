import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DurationByWork } from '../../../../functions/inference/ensemble/duration-by-work.ts';

/** The state after warm-up. @param milliseconds duration of one unit of work */
function warm(milliseconds: number): DurationByWork {
  const duration = new DurationByWork();
  duration.restart(milliseconds);
  return duration;
}

/** A run and its work. A skipped run has no duration. */
const step = fc.record({
  milliseconds: fc.option(fc.double({ min: 0.01, max: 10_000, noNaN: true })),
  work: fc.double({ min: 0.01, max: 100, noNaN: true }),
});

describe('duration by work', () => {
  it.each([
    ['that more work than was measured takes longer in proportion', [], { 16: 48 }],
    ['that less work than was measured takes no longer', [], { 0.1: 3 }],
    ['no more for work between two amounts than for the larger', [[10, 16]], { 2: 6, 4: 10, 8: 10 }],
    ['the measured duration, and not one in proportion', [[20, 16]], { 12: 20, 1: 3 }],
    ['a limited duration after a first measurement in a frozen environment', [[3_600_000, 2]], { 2: 24 }],
  ])('expects %s', (_, measured, expected) => {
    const duration = warm(3);
    for (const [milliseconds, work] of measured) duration.add(milliseconds!, work!);

    const given = Object.keys(expected).map((work) => [work, duration.expected(Number(work))]);
    expect(Object.fromEntries(given)).toEqual(expected);
  });

  it('believes a guess until the first measurement', () => {
    const duration = new DurationByWork();
    duration.guess(12);
    expect(duration.expected(2)).toBe(24);

    duration.add(3, 1);

    expect(duration.expected(1)).toBe(3);
  });

  it('learns that the machine has become slow, although larger requests were fast before', () => {
    const duration = warm(3);
    duration.add(10, 16);
    for (let request = 0; request < 100; request++) duration.add(200, 1);

    expect(duration.expected(16)).toBeGreaterThan(150);
  });

  it('lowers the estimate for larger work than before, but not for other work', () => {
    const duration = warm(100);
    for (let skipped = 0; skipped < 10; skipped++) duration.forgive(16);

    expect(duration.expected(16)).toBeLessThan(1_000);
    expect(duration.expected(1)).toBe(100);
  });

  it('forgets a slow period of smaller requests, too, if it delays a larger request', () => {
    const duration = warm(3);
    duration.add(10, 16);
    for (let request = 0; request < 100; request++) duration.add(2_000, 1);
    for (let skipped = 0; skipped < 60; skipped++) duration.forgive(16);

    expect(duration.expected(16)).toBeLessThan(10);
    expect(duration.expected(1)).toBeLessThan(10);
  });

  it('never expects less time for more work', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const duration = warm(5);
        for (const { milliseconds, work } of steps) {
          if (milliseconds === null) duration.forgive(work);
          else duration.add(milliseconds, work);
        }
        const expected = Array.from({ length: 20 }, (_, power) => duration.expected(2 ** (power - 9)));
        for (const [index, value] of expected.entries()) {
          expect(value).toBeGreaterThanOrEqual(expected[index - 1] ?? 0);
        }
      }),
    );
  });
});

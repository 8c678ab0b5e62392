import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DurationByWork } from '../../../../functions/inference/ensemble/duration-by-work.ts';

/** As after warming up: one unit of work takes so long. */
function warm(milliseconds: number): DurationByWork {
  const duration = new DurationByWork();
  duration.restart(milliseconds);
  return duration;
}

const step = fc.record({
  call: fc.constantFrom('add' as const, 'forgive' as const),
  milliseconds: fc.double({ min: 0.01, max: 10_000, noNaN: true }),
  work: fc.double({ min: 0.01, max: 100, noNaN: true }),
});

describe('duration by work', () => {
  it('expects of more work than was measured that it takes longer in proportion', () => {
    expect(warm(3).expected(16)).toBe(48);
  });

  it('expects of less work than was measured that it takes no longer', () => {
    expect(warm(3).expected(0.1)).toBe(3);
  });

  it('expects of work between two amounts that were measured no more than the larger takes', () => {
    const duration = warm(3);
    duration.add(10, 16);

    expect([2, 4, 8].map((work) => duration.expected(work))).toEqual([6, 10, 10]);
  });

  it('believes a guess until the first measurement', () => {
    const duration = new DurationByWork();
    duration.guess(12);
    expect(duration.expected(2)).toBe(24);

    duration.add(3, 1);

    expect(duration.expected(1)).toBe(3);
  });

  it('believes the measurement rather than the proportion', () => {
    const duration = warm(3);
    duration.add(20, 16);

    expect(duration.expected(12)).toBe(20);
    expect(duration.expected(1)).toBe(3);
  });

  it('is hardly misled by a sandbox that was frozen during the first request of its size', () => {
    const duration = warm(3);
    duration.add(3_600_000, 2);

    expect(duration.expected(2)).toBe(24);
  });

  it('believes that the machine has become slow, though larger requests were fast in better days', () => {
    const duration = warm(3);
    duration.add(10, 16);
    for (let request = 0; request < 100; request++) duration.add(200, 1);

    expect(duration.expected(16)).toBeGreaterThan(150);
  });

  it('tries work that was never tried, without expecting less of what was', () => {
    const duration = warm(100);
    for (let skipped = 0; skipped < 10; skipped++) duration.forgive(16);

    expect(duration.expected(16)).toBeLessThan(1_000);
    expect(duration.expected(1)).toBe(100);
  });

  it('forgets a bad spell of smaller requests, too, where those hold a larger one back', () => {
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
        for (const { call, milliseconds, work } of steps) {
          if (call === 'add') duration.add(milliseconds, work);
          else duration.forgive(work);
        }
        const expected = Array.from({ length: 20 }, (_, power) => duration.expected(2 ** (power - 9)));
        for (const [place, value] of expected.entries()) {
          expect(value).toBeGreaterThanOrEqual(expected[place - 1] ?? 0);
        }
      }),
    );
  });
});

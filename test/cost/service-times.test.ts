import { describe, expect, it } from 'vitest';
import { seeded } from '../../cost/random.ts';
import { type Distribution, serviceTime } from '../../cost/service-times.ts';
import type { Durations } from '../../cost/workload.ts';

const MEASURED = { mean: 150, p50: 140, p95: 210, p99: 300 };

function sample(durations: Durations, distribution: Distribution): number[] {
  const draw = serviceTime(durations, distribution);
  const random = seeded(5);
  return Array.from({ length: 100_000 }, () => draw(random)).sort((one, other) => one - other);
}

describe('A service time', () => {
  it('as measured meets the mean and the quantiles of the measurement', () => {
    const times = sample(MEASURED, 'measured');

    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    expect(mean / MEASURED.mean).toBeCloseTo(1, 2);
    expect((times[50_000] ?? 0) / MEASURED.p50).toBeCloseTo(1, 1);
    expect((times[95_000] ?? 0) / MEASURED.p95).toBeCloseTo(1, 1);
    expect((times[99_000] ?? 0) / MEASURED.p99).toBeCloseTo(1, 1);
  });

  it('without quantiles is the mean itself', () => {
    expect(new Set(sample({ mean: 150 }, 'measured'))).toEqual(new Set([150]));
  });

  it('can be exponential: 63 % lie below the mean', () => {
    const below = sample({ mean: 150 }, 'exponential').filter((time) => time < 150).length / 100_000;

    expect(below).toBeCloseTo(1 - 1 / Math.E, 2);
  });

  it('is refused when its quantiles fall', () => {
    expect(() => serviceTime({ mean: 1, p50: 3, p95: 2, p99: 4 }, 'measured')).toThrow('p50 3 ms, p95 2 ms');
  });
});

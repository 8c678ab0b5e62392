import { describe, expect, it } from 'vitest';
import { Random } from '../../../cost/simulation/random.ts';
import { type ServiceTime, serviceTime } from '../../../cost/simulation/service-time.ts';
import type { Durations } from '../../../cost/workload/workload.ts';

const quantiles = (of: Record<number, number>) =>
  Object.entries(of).map(([share, milliseconds]) => ({ share: Number(share), milliseconds }));
const MEASURED: Durations = { mean: 150, quantiles: quantiles({ 0.5: 140, 0.95: 210, 0.99: 300 }) };
const falling = quantiles({ 0.5: 3, 0.99: 2 });

function sample(service: ServiceTime): Float64Array {
  const random = new Random(5);
  return Float64Array.from({ length: 100_000 }, () => service.draw(random)).sort();
}

function meanOf(times: Float64Array): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

describe('A service time', () => {
  const service = serviceTime(MEASURED);
  const times = sample(service);

  it('of measured durations has their mean and their quantiles', () => {
    expect(meanOf(times) / 150).toBeCloseTo(1, 2);
    expect((times[50_000] ?? 0) / 140).toBeCloseTo(1, 1);
    expect((times[95_000] ?? 0) / 210).toBeCloseTo(1, 1);
    expect((times[99_000] ?? 0) / 300).toBeCloseTo(1, 1);
  });

  it('continues the tail beyond the last quantile', () => {
    expect(times.at(-1)).toBeGreaterThan(400);
    expect(service.above(300)).toBeCloseTo(0.01, 4);
    expect(service.above(400)).toBeGreaterThan(0.0005);
  });

  it('draws times above a limit as often as `above` says', () => {
    for (const milliseconds of [80, 139, 180, 250, 330]) {
      const drawn = times.filter((time) => time > milliseconds).length / times.length;
      expect(Math.abs(drawn - service.above(milliseconds))).toBeLessThan(0.004);
    }
  });

  it('of a mean alone is an assumed lognormal, and says so', () => {
    const service = serviceTime({ mean: 150 });
    const times = sample(service);
    const deviation = Math.sqrt(meanOf(times.map((time) => (time - 150) ** 2)));

    expect(deviation / meanOf(times)).toBeCloseTo(0.5, 1);
    expect(service.origin).toContain('assumed');
  });

  it('of a mean and a p99 is the lognormal through both', () => {
    const service = serviceTime({ mean: 150, quantiles: [{ share: 0.99, milliseconds: 320 }] });

    expect(service.mean).toBeCloseTo(150, 6);
    expect(service.above(320)).toBeCloseTo(0.01, 6);
  });

  it.each([
    ['whose quantiles fall', falling, 'must not decrease: p50 3 ms, p99 2 ms'],
    ['whose p99 is below its mean', [{ share: 0.99, milliseconds: 0.5 }], 'No lognormal has a mean of 1 ms'],
  ])('%s is refused', (_, quantiles, message) => {
    expect(() => serviceTime({ mean: 1, quantiles })).toThrow(message);
  });
});

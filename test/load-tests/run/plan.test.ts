import { describe, expect, it } from 'vitest';
import { describeLoad, planRun } from '../../../load-tests/run/plan.ts';
import type { ScriptConfig } from '../../../load-tests/run/script.ts';
import { rules } from '../fixtures/exchanges.ts';

const ensure = {
  thresholds: [{ 'http.total.p99': 1000 }],
  conditions: [{ expression: 'subsecond.failed <= 0.01 * http.requests' }],
};
const open: ScriptConfig = { phases: [{ duration: 30, arrivalRate: 20, mode: 'poisson' }], ensure };
const closed: ScriptConfig = { phases: [{ duration: 1, arrivalCount: 10 }], variables: { count: 1000 } };

const even: ScriptConfig = { phases: [{ duration: 100, arrivalCount: 500, mode: 'uniform' }] };

describe('the plan of a run', () => {
  it('is what the scenario file says', () => {
    const plan = planRun(open, {}, rules);

    const schedule = [{ seconds: 30, perSecond: 20, spread: 'poisson' }];
    expect(plan).toMatchObject({ schedule, seconds: 30, count: undefined });
    expect(plan.overrides.config.phases).toEqual(open.phases);
  });

  it('turns a count into a time for arrivals at a rate', () => {
    const plan = planRun(open, { count: 100, rate: 8 }, rules);

    expect(plan.overrides.config.phases).toEqual([{ duration: 13, arrivalRate: 8, mode: 'poisson' }]);
  });

  it('counts arrivals that are to be evenly spaced, at any rate', () => {
    const usual = planRun(even, {}, rules);
    const faster = planRun(even, { count: 100, rate: 8 }, rules);

    const schedule = [{ seconds: 100, perSecond: 5, spread: 'even' }];
    expect(usual).toMatchObject({ schedule, seconds: 100, count: undefined });
    expect(usual.overrides.config.phases).toEqual(even.phases);
    expect(faster).toMatchObject({ schedule: [{ seconds: 13, perSecond: 8, spread: 'even' }], seconds: 13 });
    expect(faster.overrides.config.phases).toEqual([{ duration: 13, arrivalCount: 104, mode: 'uniform' }]);
    expect(describeLoad('steady-5', faster)).toBe('steady-5: 8 arrivals/s (even), 13 s');
  });

  it('is shorter in proportion', () => {
    expect(planRun(open, { scale: 0.25 }, rules).seconds).toBe(8);
    expect(planRun(closed, { scale: 0.25 }, rules).count).toBe(250);
  });

  it('keeps the proportions of several phases', () => {
    const spike: ScriptConfig = {
      phases: [
        { duration: 20, arrivalRate: 5, mode: 'poisson' },
        { duration: 10, arrivalRate: 50, mode: 'poisson' },
      ],
    };
    const plan = planRun(spike, { rate: 10, duration: 60 }, rules);

    expect(plan.overrides.config.phases).toEqual([
      { duration: 40, arrivalRate: 10, mode: 'poisson' },
      { duration: 20, arrivalRate: 100, mode: 'poisson' },
    ]);
    expect(plan).toMatchObject({ seconds: 60, schedule: [{ perSecond: 10 }, { perSecond: 100 }] });
    expect(describeLoad('spike', plan)).toBe('spike: 10, then 100 arrivals/s (poisson), 60 s');
  });

  it('makes the arrivals of a warm-up, which do not count', () => {
    const warm = planRun(open, { warmUp: 5 }, rules);
    const counted = planRun(even, { warmUp: 10 }, rules);

    expect(warm).toMatchObject({ seconds: 30, schedule: [{ seconds: 30 }] });
    expect(warm.overrides.config).toMatchObject({ phases: [{ duration: 35 }], variables: { warmUp: 5 } });
    expect(counted.overrides.config.phases).toEqual([{ duration: 110, arrivalCount: 550, mode: 'uniform' }]);
    expect(describeLoad('poisson', warm)).toContain(', after 5 s of warm-up');
  });

  it('replaces the count of the file by a time', () => {
    const plan = planRun(closed, { duration: 12 }, rules);

    expect(plan).toMatchObject({ count: undefined, seconds: 12 });
    expect(plan.overrides.config.variables?.count).toBeGreaterThan(1e9);
  });

  it("holds Artillery's own guard to the same promise", () => {
    const demanded = { ...rules, quantile: 0.95, limitMilliseconds: 300 };

    expect(planRun(open, {}, demanded).overrides.config.ensure).toEqual({
      thresholds: [{ 'http.total.p95': 300 }],
      conditions: [{ expression: 'subsecond.failed <= 0.05 * http.requests' }],
    });
  });

  it('does not ask that guard for percentiles it cannot parse', () => {
    const plan = planRun(open, {}, { ...rules, quantile: 0.999 });

    expect(plan.overrides.config.ensure?.thresholds).toEqual([]);
  });
});

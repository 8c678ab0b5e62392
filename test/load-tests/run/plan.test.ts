import { describe, expect, it } from 'vitest';
import {
  describeLoad,
  fitting,
  planRun,
  requireFit,
  type ScriptConfig,
} from '../../../load-tests/run/plan.ts';
import { UsageError } from '../../../project/usage-error.ts';
import { rules } from '../fixtures/exchanges.ts';

const open: ScriptConfig = { phases: [{ duration: 40, arrivalRate: 20, mode: 'poisson' }] };
const closed: ScriptConfig = {
  phases: [{ duration: 1, arrivalCount: 10 }],
  variables: { count: 1000, think: 0 },
};
const repeat: ScriptConfig = { ...open, variables: { share: 0.5 } };

describe('the plan of a run', () => {
  it('is what the scenario file says', () => {
    const plan = planRun(open, {}, rules);

    const schedule = [{ seconds: 40, perSecond: 20 }];
    expect(plan).toMatchObject({ schedule, seconds: 40, count: undefined });
    expect(plan.phases).toEqual(open.phases);
  });

  it('turns a count into a time for arrivals at a rate', () => {
    const plan = planRun(open, { count: 100, rate: 8 }, rules);

    expect(plan.phases).toEqual([{ duration: 13, arrivalRate: 8, mode: 'poisson' }]);
  });

  it('is as long as a verdict takes where the rate is low, few requests count, or much is demanded', () => {
    expect(planRun(open, { rate: 7 }, rules).seconds).toBe(99);
    expect(planRun(repeat, { share: 0.1 }, rules).seconds).toBe(345);
    expect(planRun(open, {}, { ...rules, quantile: 0.999 }).seconds).toBe(346);
    expect(planRun(closed, {}, { ...rules, quantile: 0.999 }).count).toBe(6905);
    expect(planRun(open, { rate: 7, duration: 10 }, rules).seconds).toBe(10);
  });

  it('has the clients of the options, who think for as long', () => {
    const plan = planRun(closed, { clients: 70, think: [2, 5] }, rules);

    expect(plan).toMatchObject({ phases: [{ arrivalCount: 70 }], settings: { think: [2, 5] } });
    expect(describeLoad('closed', plan)).toBe('closed: 70 clients that think 2 to 5 s, 1000 requests');
  });

  it('keeps the proportions of several phases', () => {
    const spike: ScriptConfig = {
      phases: [
        { duration: 20, arrivalRate: 5, mode: 'poisson' },
        { duration: 10, arrivalRate: 50, mode: 'poisson' },
      ],
    };
    const plan = planRun(spike, { rate: 10, duration: 60 }, rules);

    expect(plan.phases).toEqual([
      { duration: 40, arrivalRate: 10, mode: 'poisson' },
      { duration: 20, arrivalRate: 100, mode: 'poisson' },
    ]);
    expect(plan).toMatchObject({ seconds: 60, schedule: [{ perSecond: 10 }, { perSecond: 100 }] });
    expect(describeLoad('spike', plan)).toBe('spike: 10, then 100 arrivals/s, 60 s');
  });

  it('makes the arrivals of a warm-up, which do not count', () => {
    const warm = planRun(open, { warmUp: 5 }, rules);

    expect(warm).toMatchObject({ seconds: 40, schedule: [{ seconds: 40 }] });
    expect(warm).toMatchObject({ phases: [{ duration: 45 }], settings: { warmUp: 5 } });
    expect(describeLoad('poisson', warm)).toContain(', after 5 s of warm-up');
  });

  it('replaces the count of the file by a time', () => {
    const plan = planRun(closed, { duration: 12 }, rules);

    expect(plan).toMatchObject({
      count: undefined,
      seconds: 12,
      settings: { count: undefined, seconds: 12 },
    });
  });
});

describe('the fit of an amount to a scenario', () => {
  it.each([
    ['closed', closed, { rate: 5 }, '--rate does not fit closed: its clients wait for responses'],
    ['poisson', open, { clients: 5 }, '--clients does not fit poisson: its requests arrive at a rate'],
    ['poisson', open, { think: [1, 2] as const }, '--think does not fit poisson: its clients do not think'],
    ['peak', open, { count: 50 }, '--count does not fit peak: its probes go by time'],
    [
      'poisson',
      open,
      { count: 50, duration: 5 },
      '--count does not fit poisson: --duration and its rate say',
    ],
    ['poisson', open, { share: 0.2 }, '--share does not fit poisson: it repeats no ids'],
  ])('is refused for %s where an option would be ignored', (scenario, script, amount, message) => {
    const check = () => requireFit(scenario, script, amount);

    expect(check).toThrow(UsageError);
    expect(check).toThrow(message);
  });

  it.each([
    ['closed', closed, { count: 50, duration: 5, clients: 7, think: [1, 2] as const }],
    ['peak', open, { rate: 50, duration: 5 }],
    ['poisson', open, { count: 50, rate: 5 }],
    ['repeat', repeat, { share: 0.2, duration: 5 }],
  ])('is given for %s where every option counts', (scenario, script, amount) => {
    expect(() => requireFit(scenario, script, amount)).not.toThrow();
  });

  it('is made with all scenarios by leaving out what one would ignore', () => {
    const amount = { count: 50, duration: 5, rate: 7, share: 0.2 };

    expect(fitting('closed', closed, amount)).toEqual({ count: 50, duration: 5 });
    expect(fitting('poisson', open, amount)).toEqual({ duration: 5, rate: 7 });
    expect(fitting('repeat', repeat, amount)).toEqual({ duration: 5, rate: 7, share: 0.2 });
  });
});

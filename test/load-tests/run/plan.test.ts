import { describe, expect, it } from 'vitest';
import type { Amount } from '../../../load-tests/options/options.ts';
import { describeLoad, planRun, requireFit, type ScriptConfig } from '../../../load-tests/run/plan.ts';
import { UsageError } from '../../../project/usage-error.ts';
import { rules } from '../fixtures/exchanges.ts';

const arrivals = (duration: number, arrivalRate: number) =>
  ({ duration, arrivalRate, mode: 'poisson' }) as const;
const open: ScriptConfig = { phases: [arrivals(40, 20)] };
const spike: ScriptConfig = { phases: [arrivals(20, 5), arrivals(10, 50)] };
const ten = { duration: 1, arrivalCount: 10 };
const closed: ScriptConfig = { phases: [ten], variables: { count: 1000, think: 0 } };
const twenty = [{ seconds: 40, perSecond: 20 }];
const repeat: ScriptConfig = { ...open, variables: { share: 0.5 } };
const strict = { ...rules, quantile: 0.999 };

describe('the plan of a run', () => {
  it.each<[string, ScriptConfig, Amount, object, typeof rules?]>([
    ['is that of the file', open, {}, { ...open, schedule: twenty, seconds: 40, count: undefined }],
    ['turns a count at a rate into a time', open, { count: 100, rate: 8 }, { phases: [arrivals(13, 8)] }],
    ['is long enough for a verdict if the rate is low', open, { rate: 7 }, { seconds: 99 }],
    ['is long enough for a verdict if few requests count', repeat, { share: 0.1 }, { seconds: 345 }],
    ['is long enough for a verdict if much is demanded', open, {}, { seconds: 346 }, strict],
    ['has as many requests as a verdict takes', closed, {}, { count: 6905 }, strict],
    ['is as long as an option says', open, { rate: 7, duration: 10 }, { seconds: 10 }],
    [
      'has the clients and pauses of the options',
      closed,
      { clients: 70, think: [2, 5] },
      { phases: [{ arrivalCount: 70 }], settings: { think: [2, 5] } },
    ],
    [
      'keeps the proportions of several phases',
      spike,
      { rate: 10, duration: 60 },
      {
        phases: [arrivals(40, 10), arrivals(20, 100)],
        seconds: 60,
        schedule: [{ perSecond: 10 }, { perSecond: 100 }],
      },
    ],
    [
      'makes the arrivals of a warm-up, which do not count',
      open,
      { warmUp: 5 },
      { seconds: 40, schedule: [{ seconds: 40 }], phases: [{ duration: 45 }], settings: { warmUp: 5 } },
    ],
    [
      'replaces the count of the file by a time',
      closed,
      { duration: 12 },
      { count: undefined, seconds: 12, settings: { count: undefined, seconds: 12 } },
    ],
  ])('%s', (_, script, amount, expected, demanded = rules) => {
    expect(planRun(script, amount, demanded)).toMatchObject(expected);
  });

  it.each<[string, ScriptConfig, Amount, string]>([
    ['closed', closed, { clients: 70, think: [2, 5] }, '70 clients that think 2 to 5 s, 1000 requests'],
    ['spike', spike, { rate: 10, duration: 60 }, '10, then 100 arrivals/s, 60 s'],
    ['poisson', open, { warmUp: 5 }, '20 arrivals/s, 40 s, after 5 s of warm-up'],
  ])('is described: %s', (scenario, script, amount, load) => {
    expect(describeLoad(scenario, planRun(script, amount, rules))).toBe(`${scenario}: ${load}`);
  });
});

describe('an amount of load', () => {
  it.each<[string, ScriptConfig, Amount, string]>([
    ['closed', closed, { rate: 5 }, '--rate does not fit closed: its clients wait for responses'],
    ['poisson', open, { clients: 5 }, '--clients does not fit poisson: its requests arrive at a rate'],
    ['poisson', open, { think: [1, 2] }, '--think does not fit poisson: its clients do not pause'],
    ['peak', open, { count: 50 }, '--count does not fit peak: each of its probes lasts for a set time'],
    ['poisson', open, { count: 50, duration: 5 }, '--count does not fit poisson: --duration and the rate'],
    ['poisson', open, { share: 0.2 }, '--share does not fit poisson: it repeats no ids'],
  ])('is refused for %s if an option would be ignored', (scenario, script, amount, message) => {
    const check = () => requireFit(scenario, script, amount);

    expect(check).toThrow(UsageError);
    expect(check).toThrow(message);
  });

  it.each<[string, ScriptConfig, Amount]>([
    ['closed', closed, { count: 50, duration: 5, clients: 7, think: [1, 2] }],
    ['peak', open, { rate: 50, duration: 5 }],
    ['poisson', open, { count: 50, rate: 5 }],
    ['repeat', repeat, { share: 0.2, duration: 5 }],
  ])('is accepted for %s if every option counts', (scenario, script, amount) => {
    expect(() => requireFit(scenario, script, amount)).not.toThrow();
  });
});

import { describe, expect, it } from 'vitest';
import { fitting, requireFit } from '../../../load-tests/run/fit.ts';
import type { ScriptConfig } from '../../../load-tests/run/script.ts';
import { UsageError } from '../../../project/usage-error.ts';

const open: ScriptConfig = { phases: [{ duration: 30, arrivalRate: 20, mode: 'poisson' }] };
const closed: ScriptConfig = { phases: [{ duration: 1, arrivalCount: 10 }], variables: { count: 1000 } };
const even: ScriptConfig = { phases: [{ duration: 100, arrivalCount: 500, mode: 'uniform' }] };
const repeat: ScriptConfig = { ...open, variables: { share: 0.5 } };

describe('the fit of an amount to a scenario', () => {
  it.each([
    [
      'closed-10',
      closed,
      { rate: 5 },
      '--rate does not fit closed-10: its users ask when they were answered',
    ],
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
    ['closed-10', closed, { count: 50, duration: 5 }],
    ['peak', open, { rate: 50, duration: 5, scale: 0.25 }],
    ['poisson', open, { count: 50, rate: 5 }],
    ['steady-5', even, { count: 50, rate: 7 }],
    ['repeat', repeat, { share: 0.2, duration: 5 }],
  ])('is given for %s where every option counts', (scenario, script, amount) => {
    expect(() => requireFit(scenario, script, amount)).not.toThrow();
  });

  it('is made with all scenarios by leaving out what one would ignore', () => {
    const amount = { count: 50, duration: 5, rate: 7, share: 0.2 };

    expect(fitting('closed-10', closed, amount)).toEqual({ count: 50, duration: 5 });
    expect(fitting('steady-5', even, amount)).toEqual({ duration: 5 });
    expect(fitting('repeat', repeat, amount)).toEqual({ duration: 5, rate: 7, share: 0.2 });
  });
});

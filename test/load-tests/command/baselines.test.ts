import { describe, expect, it } from 'vitest';
import { baselinesOf } from '../../../load-tests/command/baselines.ts';
import type { Baseline } from '../../../load-tests/report/baseline/baseline.ts';
import { makeReport } from '../../../load-tests/report/report.ts';
import { UsageError } from '../../../project/usage-error.ts';
import { manyExchanged } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

describe('the baselines of a command', () => {
  const { report } = makeReport(manyExchanged(500), { ...facts, scenario: 'poisson' });
  const poisson: Baseline = { ...report, name: 'earlier' };
  const run = { ...facts, scenario: 'repeat' };

  it('must be of the load that is run', () => {
    expect(() => baselinesOf('repeat', [poisson], run)).toThrow(UsageError);
    expect(() => baselinesOf('repeat', [poisson], run)).toThrow(
      "--baseline earlier cannot be compared with: its scenario is poisson, this run's repeat",
    );
  });

  it('are those of each scenario where all are run', () => {
    expect(baselinesOf('all', [poisson], run)).toEqual([]);
    expect(baselinesOf('all', [poisson], { ...run, scenario: 'poisson' })).toEqual([poisson]);
  });
});

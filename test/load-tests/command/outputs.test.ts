import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baselinesOf, readBaselines } from '../../../load-tests/command/baselines.ts';
import { openOutputs } from '../../../load-tests/command/outputs.ts';
import type { Baseline } from '../../../load-tests/report/baseline/baseline.ts';
import { makeReport } from '../../../load-tests/report/report.ts';
import { UsageError } from '../../../project/usage-error.ts';
import { manyExchanged } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

describe('the file of --junit', () => {
  it('holds all scenarios of a command, also when it is stopped behind the first', () => {
    const folder = mkdtempSync(join(tmpdir(), 'subsecond-outputs-'));
    const junit = join(folder, 'junit.xml');
    const suites = () => readFileSync(junit, 'utf8').match(/<testsuite name="\w+"/g);
    const write = openOutputs({ junit });

    const first = makeReport(manyExchanged(3), { ...facts, scenario: 'poisson' });
    write(first.report);
    expect(suites()).toEqual(['<testsuite name="poisson"']);
    const second = makeReport(manyExchanged(2), { ...facts, scenario: 'repeat' });
    write(second.report);

    expect(suites()).toEqual(['<testsuite name="poisson"', '<testsuite name="repeat"']);
  });

  it('is refused before any request where it cannot be written', () => {
    const opening = () => openOutputs({ junit: '/no/such/folder/file' });

    expect(opening).toThrow(UsageError);
    expect(opening).toThrow('cannot write --junit /no/such/folder/file: ENOENT');
  });
});

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

  it('are refused in one line where there is none', () => {
    expect(() => readBaselines(['/no/such/report.json'])).toThrow(UsageError);
    expect(() => readBaselines(['/no/such/report.json'])).toThrow(
      '--baseline /no/such/report.json cannot be read',
    );
  });
});

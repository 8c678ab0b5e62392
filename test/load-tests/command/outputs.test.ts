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

describe('the files beside the reports', () => {
  it('hold all scenarios of a command, also when it is stopped behind the first', () => {
    const folder = mkdtempSync(join(tmpdir(), 'subsecond-outputs-'));
    const [junit, csv] = [join(folder, 'junit.xml'), join(folder, 'requests.csv')];
    const suites = () => readFileSync(junit, 'utf8').match(/<testsuite name="\w+"/g);
    const write = openOutputs({ junit, csv });

    const first = makeReport(manyExchanged(3), { ...facts, scenario: 'poisson' });
    write(first.report, first.evidence);
    expect(suites()).toEqual(['<testsuite name="poisson"']);
    const second = makeReport(manyExchanged(2), { ...facts, scenario: 'repeat' });
    write(second.report, second.evidence);

    expect(suites()).toEqual(['<testsuite name="poisson"', '<testsuite name="repeat"']);
    const scenarios = readFileSync(csv, 'utf8')
      .split('\r\n')
      .map((row) => row.split(',')[0]);
    expect(scenarios).toEqual(['scenario', 'poisson', 'poisson', 'poisson', 'repeat', 'repeat', '']);
  });

  it.each(['junit', 'csv'] as const)(
    'are refused before anything is asked where --%s cannot be written',
    (name) => {
      const none = { junit: undefined, csv: undefined };
      const opening = () => openOutputs({ ...none, [name]: '/no/such/folder/file' });

      expect(opening).toThrow(UsageError);
      expect(opening).toThrow(`cannot write --${name} /no/such/folder/file: ENOENT`);
    },
  );
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

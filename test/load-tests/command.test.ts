import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecordFile } from '../../load-tests/client/record-file.ts';
import type { Check } from '../../load-tests/verdict/outcome.ts';
import { manyExchanged, rules } from './fixtures/exchanges.ts';
import { load } from './fixtures/load-command.ts';
import { taskFolder } from './fixtures/task-folder.ts';

const MINUTE = 60_000;

/** The folder of a run that kept its promise, with a report.json of these checks. */
function recordedRun(checks: Check[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'subsecond-recorded-'));
  const record = openRecordFile(folder);
  for (const exchange of manyExchanged(500)) record(exchange);
  writeFileSync(
    join(folder, 'report.json'),
    JSON.stringify({
      task: 'fake',
      contract: 'predictions',
      commit: 'abc',
      machine: 'two',
      rules,
      verdict: { checks },
    }),
  );
  return folder;
}

describe('npm run load', { timeout: MINUTE }, () => {
  it('explains itself', async () => {
    const [code, output] = await load('--help').finished;

    expect(code).toBe(0);
    expect(output).toContain('Usage: npm run load -- <scenario>');
  });

  it('refuses wrong usage with one line and exit code 2', async () => {
    const [code, , complaint] = await load('poisson').finished;

    expect([code, complaint]).toEqual([2, 'expected either --local or --target URL\n']);
  });

  it.each([
    [['--task', 'no-such-task'], 'there is no task "no-such-task"'],
    [['--task', taskFolder(['永']), '--contract', 'esun-2022'], 'its contracts are: esun-2021, predictions'],
    [['--task', taskFolder(['永']), '--samples', '/nowhere'], '/nowhere has no samples'],
  ])('refuses %j in one line with exit code 2', async (options, message) => {
    const [code, , complaint] = await load('poisson', '--target', 'http://127.0.0.1:1', ...options).finished;

    expect(code).toBe(2);
    expect(complaint).toMatch(/^.*\n$/);
    expect(complaint).toContain(message);
  });

  it('gives recorded runs a verdict, which is INVALID when one of them had not made its load', async () => {
    const made: Check = { name: 'load made', finding: 'kept', detail: '500 of 500 arrivals' };
    const missed: Check = { name: 'load made', finding: 'invalid', detail: '500 of 900 arrivals' };
    const folder = mkdtempSync(join(tmpdir(), 'subsecond-outputs-'));
    const [junit, csv] = [join(folder, 'junit.xml'), join(folder, 'requests.csv')];

    const good = await load('report', recordedRun([made]), '--junit', junit, '--csv', csv).finished;
    const bad = await load('report', recordedRun([made]), recordedRun([missed])).finished;

    expect([good[0], bad[0]]).toEqual([0, 1]);
    expect(good[1]).toContain('# PASS: merged');
    expect(good[1]).toContain('against the recorded service: fake by predictions.');
    expect(readFileSync(junit, 'utf8')).toContain('<testsuite name="merged"');
    expect(readFileSync(csv, 'utf8').split('\r\n')).toHaveLength(502);
    expect(bad[1]).toContain('# INVALID: merged');
    expect(bad[1]).toMatch(
      /\| load made \| \*\*invalid\*\* \| .*: 500 of 500 arrivals; .*: 500 of 900 arrivals \|/,
    );
  });

  it('says what is wrong when there is nothing to report on', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'subsecond-empty-'));
    const nowhere = join(empty, 'nowhere');

    const [noRecords, noFolder] = await Promise.all([
      load('report', empty).finished,
      load('report', empty, nowhere).finished,
    ]);

    const complaint = `no verdict without all of them; cannot read ${empty} (no records-*.jsonl)`;
    expect(noRecords).toEqual([1, '', `${complaint}\n`]);
    expect(noFolder).toEqual([2, '', `${complaint}, ${nowhere} (not there)\n`]);
  });
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecordFile } from '../../load-tests/client/record-file.ts';
import type { Check } from '../../load-tests/verdict/judge.ts';
import { manyExchanged, rules } from './fixtures/exchanges.ts';
import { load } from './fixtures/load-command.ts';
import { taskFolder } from './fixtures/task-folder.ts';

const MINUTE = 60_000;

/** The folder of a run that kept its promise, with a report.json of these checks. */
function recordedRun(checks: Check[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'subsecond-recorded-'));
  const record = openRecordFile(folder);
  for (const exchange of manyExchanged(20)) record(exchange);
  writeFileSync(
    join(folder, 'report.json'),
    JSON.stringify({ task: 'fake', contract: 'predictions', rules, verdict: { checks } }),
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

    expect([code, complaint]).toEqual([2, 'load: expected either --local or --target URL\n']);
  });

  it.each([
    [['--task', 'no-such-task'], 'there is no task "no-such-task"'],
    [['--task', taskFolder(['永']), '--contract', 'esun-2022'], 'its contracts are: esun-2021, predictions'],
    [['--task', taskFolder(['永']), '--samples', '/nowhere'], '/nowhere has no samples'],
  ])('refuses %j in one line with exit code 2', async (options, message) => {
    const [code, , complaint] = await load('poisson', '--target', 'http://127.0.0.1:1', ...options).finished;

    expect(code).toBe(2);
    expect(complaint).toMatch(/^load: .*\n$/);
    expect(complaint).toContain(message);
  });

  it('fails recorded runs of which one had not made its load', async () => {
    const passed = { name: 'load made', passed: true, detail: '20 of 20 arrivals' };
    const failed = { name: 'load made', passed: false, detail: '10 of 20 arrivals' };

    const good = await load('report', recordedRun([passed])).finished;
    const bad = await load('report', recordedRun([passed]), recordedRun([failed])).finished;

    expect([good[0], bad[0]]).toEqual([0, 1]);
    expect(good[1]).toContain('against the recorded service: fake by predictions.');
    expect(bad[1]).toMatch(/\| load made \| \*\*no\*\* \| .*: 20 of 20 arrivals; .*: 10 of 20 arrivals \|/);
  });

  it('says what is wrong when there is nothing to report on', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'subsecond-empty-'));

    const [code, , complaint] = await load('report', empty).finished;

    expect([code, complaint]).toEqual([1, `load: no records-*.jsonl in ${empty}\n`]);
  });
});

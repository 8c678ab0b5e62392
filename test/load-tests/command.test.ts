import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openRecordFile } from '../../load-tests/client/record-file.ts';
import { judgeRecorded } from '../../load-tests/command/judge-recorded.ts';
import { runLoad } from '../../load-tests/command/run-load.ts';
import { type LoadOptions, parseOptions } from '../../load-tests/options/options.ts';
import type { RunFacts } from '../../load-tests/report/recorded-run.ts';
import { writeRunFile } from '../../load-tests/report/recorded-run.ts';
import { listen } from '../support/listen.ts';
import { newFolder } from '../support/new-folder.ts';
import { manyExchanged } from './fixtures/exchanges.ts';
import { facts } from './fixtures/facts.ts';
import { load } from './fixtures/load-command.ts';
import { modelFolder } from './fixtures/model-folder.ts';

type ReportOptions = Extract<LoadOptions, { command: 'report' }>;
type RunOptions = Extract<LoadOptions, { command: 'run' }>;

/** Creates the folder of a run with 500 requests, all with a response in 100 ms. @param changes other facts about the run */
function recordedRun(changes: Partial<RunFacts> = {}): string {
  const folder = newFolder();
  const record = openRecordFile(folder);
  for (const exchange of manyExchanged(500)) record(exchange);
  writeRunFile(folder, { ...facts, scenario: 'closed', ...changes });
  return folder;
}

const fake = ['--model', modelFolder(['永'])];
const strict = { ...facts.rules, quantile: 0.999 };

/** Judges a recorded run again. @returns the title of the report */
function titleOf(...parameters: string[]): string | undefined {
  const printed = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  onTestFinished(() => printed.mockRestore());
  const reports = newFolder();
  judgeRecorded(parseOptions(['report', ...parameters, '--reports', reports]) as ReportOptions);
  return /^# .*$/m.exec(printed.mock.calls.join('\n'))?.[0];
}

describe('npm run load', () => {
  it.each([
    [['--model', 'no-such-model'], 'there is no model "no-such-model"'],
    [[...fake, '--contract', 'esun-2022'], 'its contracts are: esun-2021, predictions'],
    [[...fake, '--samples', '/nowhere'], '/nowhere has no samples'],
  ])('refuses %j in one line with exit code 2', async (options, message) => {
    const parsed = parseOptions(['poisson', '--target', 'http://127.0.0.1:1', ...options]);

    await expect(runLoad(parsed as RunOptions, facts)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(message),
    });
  });

  it('sends the samples of the model that its target serves if no option names a model', async () => {
    const target = createServer((_, response) => void response.end('{"model": "ancient-greek"}'));

    const [code, , complaint] = await load('poisson', '--target', await listen(target)).finished;

    expect([code, complaint]).toEqual([2, expect.stringContaining('there is no model "ancient-greek"')]);
  });

  it.each<[string, Partial<RunFacts>, string[], string]>([
    ['its own objective', { rules: strict }, [], '# NOT PROVEN: closed'],
    ['the reason of its early end', { abandoned: 'status 500' }, [], '# FAIL: closed'],
    ['its schedule', { schedule: [{ seconds: 5, perSecond: 180 }] }, [], '# INVALID: closed'],
    ['the objective of the command line', { rules: strict }, ['--percentile', '99'], '# PASS: closed'],
  ])('judges a run again by %s', (_, changes, parameters, title) => {
    expect(titleOf(recordedRun(changes), ...parameters)).toBe(title);
  });

  it('refuses a folder that has no records or does not exist', () => {
    const empty = newFolder();

    expect(() => titleOf(empty)).toThrow(`${empty} has no records-*.jsonl`);
    expect(() => titleOf(join(empty, 'nowhere'))).toThrow(`there is no folder ${join(empty, 'nowhere')}`);
  });
});

import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRecordFile } from '../../load-tests/client/record-file.ts';
import type { RunFacts } from '../../load-tests/report/recorded-run.ts';
import { writeRunFile } from '../../load-tests/report/recorded-run.ts';
import { manyExchanged } from './fixtures/exchanges.ts';
import { facts } from './fixtures/facts.ts';
import { load } from './fixtures/load-command.ts';
import { modelFolder } from './fixtures/model-folder.ts';

const MINUTE = 60_000;

/** The folder of a run of 500 requests, all with a response in 100 ms, with what else is known of it. */
function recordedRun(changes: Partial<RunFacts> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'subsecond-recorded-'));
  const record = openRecordFile(folder);
  for (const exchange of manyExchanged(500)) record(exchange);
  writeRunFile(folder, { ...facts, scenario: 'closed', ...changes });
  return folder;
}

describe('npm run load', { timeout: MINUTE }, () => {
  it('refuses wrong usage with one line and exit code 2', async () => {
    const [code, , complaint] = await load('poisson').finished;

    expect([code, complaint]).toEqual([2, 'expected either --local or --target URL\n']);
  });

  it.each([
    [['--model', 'no-such-model'], 'there is no model "no-such-model"'],
    [
      ['--model', modelFolder(['永']), '--contract', 'esun-2022'],
      'its contracts are: esun-2021, predictions',
    ],
    [['--model', modelFolder(['永']), '--samples', '/nowhere'], '/nowhere has no samples'],
  ])('refuses %j in one line with exit code 2', async (options, message) => {
    const [code, , complaint] = await load('poisson', '--target', 'http://127.0.0.1:1', ...options).finished;

    expect(code).toBe(2);
    expect(complaint).toMatch(/^.*\n$/);
    expect(complaint).toContain(message);
  });

  it('sends the samples of the model that its target serves, where it is told of none', async () => {
    const target = createServer((_, response) => void response.end('{"model": "ancient-greek"}'));
    await once(target.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void target.close());
    const { port } = target.address() as AddressInfo;

    const [code, , complaint] = await load('poisson', '--target', `http://127.0.0.1:${port}`).finished;

    expect([code, complaint]).toEqual([2, expect.stringContaining('there is no model "ancient-greek"')]);
  });

  it('judges one run again as it was judged: by its own promise, its schedule, and how it ended', async () => {
    const strict = recordedRun({ rules: { ...facts.rules, quantile: 0.999 } });
    const abandoned = recordedRun({ abandoned: 'status 500' });
    const missed = recordedRun({ schedule: [{ seconds: 5, perSecond: 180 }] });

    const titles = await Promise.all(
      [[strict], [abandoned], [missed], [strict, '--percentile', '99']].map(async (parameters) => {
        const [, output] = await load('report', ...parameters).finished;
        return /^# .*$/m.exec(output)?.[0];
      }),
    );

    expect(titles).toEqual(['# NOT PROVEN: closed', '# FAIL: closed', '# INVALID: closed', '# PASS: closed']);
  });

  it('says what is wrong when there is nothing to report on', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'subsecond-empty-'));
    const nowhere = join(empty, 'nowhere');

    const [noRecords, noFolder] = await Promise.all([
      load('report', empty).finished,
      load('report', nowhere).finished,
    ]);

    expect(noRecords).toEqual([1, '', `${empty} has no records-*.jsonl\n`]);
    expect(noFolder).toEqual([2, '', `${nowhere} is not there\n`]);
  });
});

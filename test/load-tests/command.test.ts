import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { openRecordFile } from '../../load-tests/client/record-file.ts';
import type { Check } from '../../load-tests/verdict/judge.ts';
import { manyExchanged } from './fixtures/exchanges.ts';
import { type FakeService, type Misbehaviour, startFakeService } from './fixtures/fake-service.ts';
import { picturesFolder } from './fixtures/pictures.ts';

const root = resolve(import.meta.dirname, '../..');
// The load tests have an installation of their own: `npm ci --prefix load-tests`.
const installed = existsSync(join(root, 'load-tests/node_modules/artillery'));
const MINUTE = 60_000;
const reports = mkdtempSync(join(tmpdir(), 'subsecond-reports-'));

let service: FakeService | undefined;
afterEach(() => service?.stop());

function load(...options: string[]): { child: ChildProcess; finished: Promise<[number, string, string]> } {
  const command = [join(root, 'bin/load.ts'), ...options, '--reports', reports];
  const child = spawn(process.execPath, command, { cwd: root });
  const output = ['', ''] as [string, string];
  child.stdout.on('data', (chunk) => (output[0] += chunk));
  child.stderr.on('data', (chunk) => (output[1] += chunk));
  return { child, finished: once(child, 'close').then(([code]) => [code, ...output]) };
}

/** Puts a misbehaving service under load; the verdict's report and the exit code. */
async function loadFake(misbehaviour: Misbehaviour, ...options: string[]) {
  service = await startFakeService(misbehaviour);
  const pictures = picturesFolder(['永', '字', '八', '法']);
  const [code, output] = await load(...options, '--target', service.url, '--pictures', pictures).finished;
  const page = join(root, /Report: (.*)/.exec(output)?.[1] ?? 'none');
  const report = JSON.parse(readFileSync(join(dirname(page), 'report.json'), 'utf8'));
  const broken = report.verdict.checks.filter((check: { passed: boolean }) => !check.passed);
  return { code, output, report, broken: broken.map(({ name }: { name: string }) => name) };
}

/** Puts a good service under load and presses Ctrl-C when it has been asked a few times; code and output. */
async function interrupt(...options: string[]) {
  service = await startFakeService();
  const { child, finished } = load(...options, '--target', service.url, '--pictures', picturesFolder(['永']));
  while (service.asked.length < 5) await sleep(50);
  child.kill('SIGINT');
  return finished;
}

/** The folder of a run that kept its promise, with a report.json of these checks. */
function recordedRun(checks: Check[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'subsecond-recorded-'));
  const record = openRecordFile(folder);
  for (const exchange of manyExchanged(20)) record(exchange);
  writeFileSync(join(folder, 'report.json'), JSON.stringify({ verdict: { checks } }));
  return folder;
}

describe.skipIf(!installed)('npm run load, with Artillery', { timeout: MINUTE }, () => {
  it('passes a service that answers in time and rightly', async () => {
    const { code, broken, report } = await loadFake({}, 'organizer', '--count', '60');

    expect({ code, broken }).toEqual({ code: 0, broken: [] });
    expect(report.requests).toBe(60);
  });

  it('fails a service that takes 1.2 s for every answer', async () => {
    const { code, broken } = await loadFake({ delayMilliseconds: 1200 }, 'organizer', '--count', '20');

    expect(code).toBe(1);
    expect(broken).toContain('nothing lost');
  });

  it('fails a service that loses answers', async () => {
    const { code, broken } = await loadFake({ loseEvery: 10 }, 'poisson', '--rate', '30', '--duration', '3');

    expect(code).toBe(1);
    expect(broken).toContain('fresh answers in time');
  });

  it('fails a service that answers wrongly, however fast', async () => {
    const { code, broken } = await loadFake({ wrongEvery: 4 }, 'closed-10', '--count', '100');

    expect(code).toBe(1);
    expect(broken).toEqual(['right answers']);
  });

  it('fails a service that sends its headers in time and the rest late', async () => {
    const late = { bodyDelayMilliseconds: 1200 };
    const { code, broken } = await loadFake(late, 'burst-50', '--count', '50');

    expect(code).toBe(1);
    expect(broken).toContain('fresh answers in time');
  });

  it('gives a verdict on what there is when it is interrupted', async () => {
    const [code, output] = await interrupt('steady-5');

    expect(code).toBe(0);
    expect(output).toContain('Stopped early');
    expect(output).toContain('# PASS: steady-5');
  });

  it('fails all scenarios of which some never ran', async () => {
    const [code, output] = await interrupt('all', '--count', '50');

    expect(code).toBe(1);
    expect(output).toContain('| organizer | ');
    expect(output).not.toContain('| peak');
  });
});

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

  it('fails recorded runs of which one had not made its load', async () => {
    const passed = { name: 'load made', passed: true, detail: '20 of 20 arrivals' };
    const failed = { name: 'load made', passed: false, detail: '10 of 20 arrivals' };

    const good = await load('report', recordedRun([passed])).finished;
    const bad = await load('report', recordedRun([passed]), recordedRun([failed])).finished;

    expect([good[0], bad[0]]).toEqual([0, 1]);
    expect(bad[1]).toMatch(/\| load made \| \*\*no\*\* \| .*: 20 of 20 arrivals; .*: 10 of 20 arrivals \|/);
  });

  it('says what is wrong when there is nothing to report on', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'subsecond-empty-'));

    const [code, , complaint] = await load('report', empty).finished;

    expect([code, complaint]).toEqual([1, `load: no records-*.jsonl in ${empty}\n`]);
  });
});

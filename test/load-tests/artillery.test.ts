import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeService, type Misbehaviour, startFakeService } from './fixtures/fake-service.ts';
import { load, ROOT } from './fixtures/load-command.ts';
import { samplesFolder, taskFolder } from './fixtures/task-folder.ts';

// The load tests have an installation of their own: `npm ci --prefix load-tests`.
const installed = existsSync(join(ROOT, 'load-tests/node_modules/artillery'));
const MINUTE = 60_000;

let service: FakeService | undefined;
afterEach(() => service?.stop());

/** Puts a misbehaving service under load; the verdict's report and the exit code. */
async function loadFake(misbehaviour: Misbehaviour, ...options: string[]) {
  service = await startFakeService(misbehaviour);
  const task = taskFolder(['永', '字', '八', '法']);
  const [code, output] = await load(...options, '--target', service.url, '--task', task).finished;
  const page = join(ROOT, /Report: (.*)/.exec(output)?.[1] ?? 'none');
  const report = JSON.parse(readFileSync(join(dirname(page), 'report.json'), 'utf8'));
  const broken = report.verdict.checks.filter((check: { passed: boolean }) => !check.passed);
  return { code, output, report, broken: broken.map(({ name }: { name: string }) => name) };
}

/** Puts a good service under load and presses Ctrl-C when it has been asked a few times; code and output. */
async function interrupt(...options: string[]) {
  service = await startFakeService();
  const { child, finished } = load(...options, '--target', service.url, '--task', taskFolder(['永']));
  while (service.asked.length < 5) await sleep(50);
  child.kill('SIGINT');
  return finished;
}

describe.skipIf(!installed)('npm run load, with Artillery', { timeout: MINUTE }, () => {
  it('passes a service that answers in time and rightly', async () => {
    const { code, broken, report } = await loadFake({}, 'organizer', '--count', '60');

    expect({ code, broken }).toEqual({ code: 0, broken: [] });
    expect(report).toMatchObject({
      requests: 60,
      task: 'fake',
      contract: 'esun-2021',
      rules: { limitMilliseconds: 700, accuracy: 0.8 },
    });
  });

  it('asks by another contract and with other samples where it is told to', async () => {
    const samples = samplesFolder(['水']);
    const others = ['--contract', 'predictions', '--samples', samples];
    const { code, report } = await loadFake({}, 'closed-10', '--count', '40', ...others);

    expect(code).toBe(0);
    expect(report).toMatchObject({ contract: 'predictions', verdict: { answers: { right: 40 } } });
    expect(service?.labels).toEqual(new Set(['水']));
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

  it('fails a service of which one of 50 waiting clients gets no answer, where none may', async () => {
    const amount = ['--count', '200', '--limit', '9000'];
    const { code, broken, report } = await loadFake({ loseEvery: 150 }, 'closed-50', ...amount);

    expect({ code, broken }).toEqual({ code: 1, broken: ["Artillery's ensure"] });
    expect(report).toMatchObject({ requests: 200, fresh: { failed: 1, kept: true } });
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

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { LoadReport } from '../../load-tests/report/load-report.ts';
import { type Misbehaviour, startFakeService } from './fixtures/fake-service.ts';
import { load, ROOT } from './fixtures/load-command.ts';
import { modelFolder, samplesFolder } from './fixtures/model-folder.ts';

// Artillery has its own installation (`npm run load:install`). Other tests judge records without Artillery. These tests
// cover the behaviour of the real processes.
const installed = existsSync(join(ROOT, 'load-tests/node_modules/artillery'));
const MINUTE = 60_000;

/** Starts a load test of a misbehaving service. */
async function startLoad(misbehaviour: Misbehaviour, ...options: string[]) {
  const service = await startFakeService(misbehaviour);
  const model = modelFolder(['永', '字', '八', '法']);
  const { finished, ...started } = load(...options, '--target', service.url, '--model', model);
  const judged = finished.then(([code, output]) => {
    const page = join(ROOT, /Report:\s+(.*)/.exec(output)?.[1] ?? 'none');
    const report = JSON.parse(readFileSync(join(dirname(page), 'report.json'), 'utf8')) as LoadReport;
    const { outcome, checks } = report.verdict;
    const failed = checks.filter(({ finding }) => finding === 'failed').map(({ name }) => name);
    return { code, outcome, failed, report, service };
  });
  return { ...started, service, judged };
}

async function untilSent(source: readonly string[], count: number): Promise<void> {
  while (source.length < count) await sleep(20);
}

describe.skipIf(!installed)('npm run load, with Artillery', { timeout: MINUTE }, () => {
  it('passes a good service, with the contract and the samples of the command line', async () => {
    const others = ['--contract', 'predictions', '--samples', samplesFolder(['水'])];
    // Even a busy machine meets this limit.
    const amount = ['--count', '500', '--limit', '9000'];
    const run = await startLoad({}, 'closed', ...amount, ...others);

    const { code, outcome, report, service } = await run.judged;

    expect({ code, outcome }).toEqual({ code: 0, outcome: 'PASS' });
    const verdict = { responses: { right: 500 } };
    expect(report).toMatchObject({ requests: 500, model: 'fake', contract: 'predictions', verdict });
    expect(service.labels).toEqual(new Set(['水']));
    expect(report.verdict.generator.ceilingPerSecond).toBeGreaterThan(0);
  });

  it.each<[string, Misbehaviour, string, check: string, object]>([
    [
      'sends its headers in time and the rest late',
      { bodyDelayMilliseconds: 3000 },
      'burst --count 50',
      'first requests in time',
      { rules: { limitMilliseconds: 700, accuracy: 0.8 } },
    ],
    [
      'predicts wrongly for fifty waiting clients',
      { loseEvery: 150, wrongEvery: 2 },
      'closed --clients 50 --count 200 --limit 9000',
      'right responses',
      { requests: 200, fresh: { failed: 1, met: true } },
    ],
    [
      'responds only with errors within seconds',
      { errorsOnly: true },
      'poisson --rate 20 --duration 300',
      'service responds',
      { seconds: expect.toSatisfy((seconds: number) => seconds < 30) },
    ],
  ])('fails a service that %s', async (_, misbehaviour, typed, check, reported) => {
    const { code, outcome, failed, report } = await (await startLoad(misbehaviour, ...typed.split(' ')))
      .judged;

    expect({ code, outcome }).toEqual({ code: 1, outcome: 'FAIL' });
    expect(failed).toContain(check);
    expect(report).toMatchObject(reported);
  });

  // Windows does not have the signal SIGSTOP.
  it.skipIf(process.platform === 'win32')('is invalid if the generator stalled', async () => {
    const run = await startLoad({}, 'poisson', '--rate', '30', '--duration', '8');
    await untilSent(run.service.received, 30);

    const [records = ''] = globSync(join(run.reports, '*/records-*.jsonl'));
    const generator = Number(/records-(\d+)-/.exec(records)?.[1]);
    process.kill(generator, 'SIGSTOP');
    await sleep(3000);
    process.kill(generator, 'SIGCONT');

    const { code, outcome, failed, report } = await run.judged;
    expect({ code, outcome, failed }).toEqual({ code: 1, outcome: 'INVALID', failed: [] });
    expect(report.verdict.generator.lagMilliseconds.most).toBeGreaterThan(2000);
    expect(report.verdict.generator.stallMilliseconds).toBeGreaterThan(2900);
  });

  it('gives a verdict on the responses so far when it is interrupted, and does not pass', async () => {
    const service = await startFakeService();
    const options = ['organizer', '--count', '50', '--target', service.url, '--model', modelFolder(['永'])];
    const { child, finished } = load(...options);
    await untilSent(service.received, 5);
    child.kill('SIGINT');
    const [code, output] = await finished;

    expect(code).toBe(1);
    expect(output).toContain('Stopped early');
    expect(output).toMatch(/^# [A-Z ]+: organizer$/m);
  });
});

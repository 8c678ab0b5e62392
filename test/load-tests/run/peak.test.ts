import { describe, expect, it, vi } from 'vitest';
import { plainAddress } from '../../../load-tests/client/service.ts';
import { toMarkdown } from '../../../load-tests/report/markdown.ts';
import { makeReport } from '../../../load-tests/report/report.ts';
import { runPeak } from '../../../load-tests/run/peak.ts';
import { runScenario } from '../../../load-tests/run/run-scenario.ts';
import type { ArrivalPhase } from '../../../load-tests/verdict/arrivals.ts';
import type { Evidence } from '../../../load-tests/verdict/evidence.ts';
import { evidenceOf, failed, rules } from '../fixtures/exchanges.ts';
import { type Played, play } from '../fixtures/played-service.ts';

vi.mock('../../../load-tests/run/run-scenario.ts', () => ({ runScenario: vi.fn() }));

const facts = {
  model: 'fake',
  contract: 'predictions',
  commit: 'abc',
  machine: 'two cores',
  commandLine: 'npm run load -- peak',
};

interface Circumstances {
  /** Stopped during the run with this number. */
  stoppedDuring?: number;
  seed?: number;
  /** What else happens in the run with this number. */
  inRun?: (number: number) => Partial<Played>;
  abandoned?: string;
}

/** Searches the peak of a service that is played. */
async function search(service: Played, circumstances: Circumstances = {}) {
  const { stoppedDuring, inRun, abandoned, seed = 1 } = circumstances;
  const stop = new AbortController();
  let runs = 0;
  vi.mocked(runScenario).mockImplementation(async (run) => {
    runs++;
    if (runs === stoppedDuring) stop.abort();
    const { rate: perSecond = 0, duration: seconds = 0 } = run.amount;
    const schedule: ArrivalPhase[] = [{ perSecond, seconds }];
    const evidence: Evidence =
      abandoned === undefined
        ? play(schedule, { ...service, ...inRun?.(runs) }, seed + runs)
        : evidenceOf({ exchanges: [failed()] });
    const records = [...evidence.exchanges, ...evidence.stalls];
    const { signal } = stop;
    const more = { scenario: 'peak', target: 'http://service.test', load: 'peak', ended: 2e12, abandoned };
    const known = { ...facts, ...more, schedule, rules: run.rules, interrupted: signal.aborted };
    return { ...makeReport(records, known), abandoned: abandoned !== undefined };
  });
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true).mockClear();
  const { report } = await runPeak({
    scenario: 'peak',
    service: plainAddress('http://service.test'),
    amount: {},
    rules,
    source: { model: 'fake' },
    facts,
    directory: 'never written',
    signal: stop.signal,
  });
  return { report, runs, told: told.mock.calls.map(([line]) => String(line)) };
}

describe('a search for the peak', () => {
  it.each([1, 2, 3, 4])('finds no more than a service of exactly 100/s can take (seed %i)', async (seed) => {
    const { report } = await search({ capacity: 100 }, { seed: seed * 1000 });

    expect(report.verdict.outcome).toBe('PASS');
    expect(report.peak?.limitedBy).toBe('service');
    expect(report.peak?.rate).toBeLessThanOrEqual(100);
    expect(report.peak?.rate).toBeGreaterThanOrEqual(80);
  });

  it('confirms the rate for a minute or more', async () => {
    const { report } = await search({ capacity: 30 });

    const confirmations = report.peak?.probes.filter(({ purpose }) => purpose === 'confirmation') ?? [];
    expect(confirmations.at(-1)).toMatchObject({ rate: report.peak?.rate, result: 'met', reason: '' });
    for (const { seconds } of confirmations) expect(seconds).toBeGreaterThan(58);
  });

  it('demands more confidence of every further attempt', async () => {
    const { report } = await search({ capacity: 40 });

    const confirmations = report.peak?.probes.filter(({ purpose }) => purpose === 'confirmation') ?? [];
    expect(report.rules.confidence).toBeCloseTo(1 - 0.01 / 2 ** confirmations.length, 9);
  });

  it('tries again what the load generator spoiled', async () => {
    const isFrozen = (number: number) => (number === 2 ? { frozen: { atSecond: 3, seconds: 2 } } : {});

    const { report, told } = await search({ capacity: 100 }, { inRun: isFrozen });

    expect(report.peak?.probes.slice(0, 3)).toMatchObject([
      { rate: 25, result: 'met' },
      { rate: 50, result: 'spoiled', reason: expect.stringContaining('generator in time') },
      { rate: 50, result: 'met' },
    ]);
    expect(told[1]).toContain('peak: 50/s spoiled (search)');
    expect(report).toMatchObject({ verdict: { outcome: 'PASS' }, peak: { limitedBy: 'service' } });
  });

  it("is invalid where the generator's limit is reached, and does not call it the service's", async () => {
    const { report } = await search({ capacity: 1000, ceiling: 40 });

    expect(report.verdict.outcome).toBe('INVALID');
    expect(report.peak?.limitedBy).toBe('generator');
    expect(report.peak?.rate).toBeGreaterThanOrEqual(15);
    expect(report.peak?.rate).toBeLessThanOrEqual(40);
    expect(toMarkdown(report)).toContain("the load generator's limit");
  });

  it('fails where no rate meets the objective', async () => {
    const { report } = await search({ capacity: 1000, extraMilliseconds: 1500 });

    expect(report).toMatchObject({ verdict: { outcome: 'FAIL' }, peak: { rate: 0 } });
  });

  it('ends at once where the service responds only with errors', async () => {
    const { report, runs } = await search({ capacity: 1 }, { abandoned: 'no good response' });

    expect(runs).toBe(1);
    expect(report).toMatchObject({ verdict: { outcome: 'FAIL' }, peak: { rate: 0 } });
  });

  it.each([
    ['first', 1],
    ['third', 3],
  ])('has found nothing when it is stopped in its %s run', async (_name, during) => {
    const { report, runs } = await search({ capacity: 30 }, { stoppedDuring: during });

    expect(runs).toBe(during);
    expect(report).toMatchObject({ interrupted: true });
    expect(report.verdict.outcome).not.toBe('PASS');
    expect(report).not.toHaveProperty('peak');
    expect(toMarkdown(report)).toContain('Stopped early');
    expect(toMarkdown(report)).toContain(`stopped after ${during - 1} whole probes`);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { plainAddress } from '../../../load-tests/client/service.ts';
import type { LoadReport } from '../../../load-tests/report/load-report.ts';
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
  const address = plainAddress('http://service.test');
  const run = { scenario: 'peak', service: address, amount: {}, rules, source: { model: 'fake' }, facts };
  const { report } = await runPeak({ ...run, directory: 'never written', signal: stop.signal });
  return { report, runs, told: told.mock.calls.map(([line]) => String(line)) };
}

/** Of the probes of a search those that confirm what it has found. */
const confirmationsOf = ({ peak }: LoadReport) =>
  peak?.probes.filter(({ purpose }) => purpose === 'confirmation') ?? [];

describe('a search for the peak', () => {
  const between = (least: number, most: number) => ({
    asymmetricMatch: (rate: number) => rate >= least && rate <= most,
  });

  it.each<[string, Played, Circumstances, object]>([
    ...[1, 2, 3, 4].map((seed): [string, Played, Circumstances, object] => [
      `finds no more than a service of exactly 100/s can take (seed ${seed})`,
      { capacity: 100 },
      { seed: seed * 1000 },
      { verdict: { outcome: 'PASS' }, peak: { limitedBy: 'service', rate: between(80, 100) } },
    ]),
    [
      'tries again what the load generator spoiled',
      { capacity: 100 },
      { inRun: (number) => (number === 2 ? { frozen: { atSecond: 3, seconds: 2 } } : {}) },
      {
        verdict: { outcome: 'PASS' },
        peak: {
          limitedBy: 'service',
          probes: expect.arrayContaining([
            expect.objectContaining({ rate: 25, result: 'met' }),
            expect.objectContaining({
              rate: 50,
              result: 'spoiled',
              reason: expect.stringContaining('generator in time'),
            }),
            expect.objectContaining({ rate: 50, result: 'met' }),
          ]),
        },
      },
    ],
    [
      "is invalid where the generator's limit is reached, and does not call it the service's",
      { capacity: 1000, ceiling: 40 },
      {},
      { verdict: { outcome: 'INVALID' }, peak: { limitedBy: 'generator', rate: between(15, 40) } },
    ],
    [
      'fails where no rate meets the objective',
      { capacity: 1000, extraMilliseconds: 1500 },
      {},
      { verdict: { outcome: 'FAIL' }, peak: { rate: 0 } },
    ],
  ])('%s', async (_, service, circumstances, expected) => {
    expect((await search(service, circumstances)).report).toMatchObject(expected);
  });

  it('says what it is at, and whose limit it has found', async () => {
    const { report, told } = await search({ capacity: 1000, ceiling: 40 });

    expect(told[1]).toContain('peak: 25/s spoiled (search)');
    expect(toMarkdown(report)).toContain("the load generator's limit");
  });

  it('confirms the rate for a minute or more, and demands more confidence of every further attempt', async () => {
    const { report } = await search({ capacity: 40 });

    const confirmations = confirmationsOf(report);
    expect(confirmations.at(-1)).toMatchObject({ rate: report.peak?.rate, result: 'met', reason: '' });
    for (const { seconds } of confirmations) expect(seconds).toBeGreaterThan(58);
    expect(report.rules.confidence).toBeCloseTo(1 - 0.01 / 2 ** confirmations.length, 9);
  });

  it('ends at once where the service responds only with errors', async () => {
    const { report, runs } = await search({ capacity: 1 }, { abandoned: 'no good response' });

    expect(runs).toBe(1);
    expect(report).toMatchObject({ verdict: { outcome: 'FAIL' }, peak: { rate: 0 } });
  });

  it.each([1, 3])('has found nothing when it is stopped in run %i', async (during) => {
    const { report, runs } = await search({ capacity: 30 }, { stoppedDuring: during });

    expect([runs, report.interrupted, report.verdict.outcome === 'PASS']).toEqual([during, true, false]);
    expect(report).not.toHaveProperty('peak');
    expect(toMarkdown(report)).toContain('Stopped early');
    expect(toMarkdown(report)).toContain(`stopped after ${during - 1} whole probes`);
  });
});

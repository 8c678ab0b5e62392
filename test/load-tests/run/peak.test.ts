import { describe, expect, it, vi } from 'vitest';
import { plainAddress } from '../../../load-tests/client/service.ts';
import { toMarkdown } from '../../../load-tests/report/markdown.ts';
import { makeReport } from '../../../load-tests/report/report.ts';
import { runPeak } from '../../../load-tests/run/peak.ts';
import { runScenario } from '../../../load-tests/run/run-scenario.ts';
import { failed, rules } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';
import { type Played, play } from '../fixtures/played-service.ts';

vi.mock('../../../load-tests/run/run-scenario.ts', () => ({ runScenario: vi.fn() }));

interface Circumstances {
  /** Number of the run during which the search is stopped. */
  stoppedDuring?: number;
  seed?: number;
  /** Changes to the service during the run with this number. */
  inRun?: (number: number) => Partial<Played>;
  abandoned?: string;
}

/** Searches for the peak rate of a simulated service. */
async function search(service: Played, circumstances: Circumstances = {}) {
  const { stoppedDuring, inRun, abandoned, seed = 1 } = circumstances;
  const stop = new AbortController();
  let runs = 0;
  vi.mocked(runScenario).mockImplementation(async (run) => {
    runs++;
    if (runs === stoppedDuring) stop.abort();
    const { rate: perSecond = 0, duration: seconds = 0 } = run.amount;
    const schedule = [{ perSecond, seconds }];
    const { exchanges, stalls } = play(schedule, { ...service, ...inRun?.(runs) }, seed + runs);
    const records = abandoned === undefined ? [...exchanges, ...stalls] : [failed()];
    const more = { scenario: 'peak', schedule, ended: 2e12, abandoned };
    const known = { ...facts, ...more, rules: run.rules, interrupted: stop.signal.aborted };
    return { report: makeReport(records, known), abandoned: abandoned !== undefined };
  });
  const progress = vi.spyOn(process.stderr, 'write').mockReturnValue(true).mockClear();
  const address = plainAddress('http://service.test');
  const run = { scenario: 'peak', service: address, amount: {}, rules, source: { model: 'fake' }, facts };
  const { report } = await runPeak({ ...run, directory: 'never written', signal: stop.signal });
  return { report, runs, progress: progress.mock.calls.map(([line]) => String(line)) };
}

const between = (least: number, most: number) => ({
  asymmetricMatch: (rate: number) => rate >= least && rate <= most,
});

describe('a search for the peak', () => {
  it.each([1, 2, 3, 4])('finds at most the capacity of a service of 100/s (seed %i)', async (seed) => {
    const { report } = await search({ capacity: 100 }, { seed: seed * 1000 });

    const peak = { limitedBy: 'service', rate: between(80, 100) };
    expect(report).toMatchObject({ verdict: { outcome: 'PASS' }, peak });
    expect(report.verdict.checks.at(-1)?.detail).toMatch(/confirmed; \d+\/s: (first requests|no trend)/);
  });

  it('repeats probes that the load generator spoiled', async () => {
    const inRun = (number: number) => (number === 2 ? { frozen: { atSecond: 3, seconds: 2 } } : {});

    const { report } = await search({ capacity: 100 }, { inRun });

    const spoiled = { rate: 50, result: 'spoiled', reason: expect.stringContaining('generator in time') };
    expect(report).toMatchObject({ verdict: { outcome: 'PASS' }, peak: { limitedBy: 'service' } });
    expect(report.peak?.probes.slice(1, 3)).toMatchObject([spoiled, { rate: 50, result: 'met' }]);
  });

  it("is invalid at the generator's limit, which is not the service's", async () => {
    const { report, progress } = await search({ capacity: 1000, ceiling: 40 });

    const peak = { limitedBy: 'generator', rate: between(15, 40) };
    expect(report).toMatchObject({ verdict: { outcome: 'INVALID' }, peak });
    expect(progress[1]).toContain('peak: 25/s spoiled (search)');
    expect(toMarkdown(report)).toContain("the load generator's limit");
  });

  it('confirms the rate for a minute or more, and demands more confidence of every further attempt', async () => {
    // At 34 requests/s or more, a minute has more than 2,000 requests. Those after the first 2,000 are late.
    const change = (_: unknown, index: number) => (index < 2000 ? {} : { milliseconds: 1500 });

    const { report } = await search({ capacity: 40, change });

    const probes = report.peak?.probes.filter(({ purpose }) => purpose === 'confirmation') ?? [];
    expect(probes.map(({ result }) => result)).toEqual(['missed', 'missed', 'met']);
    expect(probes.at(-1)).toMatchObject({ rate: report.peak?.rate, reason: '' });
    for (const { seconds } of probes) expect(seconds).toBeGreaterThan(58);
    expect(report.rules.confidence).toBeCloseTo(1 - 0.01 / 2 ** 3, 9);
  });

  it.each<[string, Played, RegExp]>([
    ['late responses', { capacity: 1000, extraMilliseconds: 1500 }, /; 1\/s: first requests/],
    [
      'a trend although all responses are in time',
      { capacity: 1000, change: (_, index) => ({ milliseconds: Math.min(900, index) }) },
      /; 1\/s: no trend in latency: median latency rises/,
    ],
  ])('fails if no rate passes, and names the check: %s', async (_, service, reason) => {
    const { report } = await search(service);

    expect(report).toMatchObject({ verdict: { outcome: 'FAIL' }, peak: { rate: 0 } });
    const check = report.verdict.checks.find(({ name }) => name === 'peak found');
    expect(check?.detail).toMatch(reason);
  });

  it('ends at once if the service responds only with errors', async () => {
    const { report, runs } = await search({ capacity: 1 }, { abandoned: 'no good response' });

    expect(runs).toBe(1);
    expect(report).toMatchObject({ verdict: { outcome: 'FAIL' }, peak: { rate: 0 } });
  });

  it.each([1, 3])('has no result when it is stopped in run %i', async (during) => {
    const { report, runs } = await search({ capacity: 30 }, { stoppedDuring: during });

    expect([runs, report.interrupted, report.verdict.outcome === 'PASS']).toEqual([during, true, false]);
    expect(report).not.toHaveProperty('peak');
    expect(toMarkdown(report)).toContain('Stopped early');
    expect(toMarkdown(report)).toContain(`stopped after ${during - 1} whole probes`);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { toMarkdown } from '../../../load-tests/report/markdown.ts';
import { makeReport } from '../../../load-tests/report/report.ts';
import { runPeak } from '../../../load-tests/run/peak.ts';
import { runScenario } from '../../../load-tests/run/run-scenario.ts';
import { manyExchanged, rules } from '../fixtures/exchanges.ts';

vi.mock('../../../load-tests/run/run-scenario.ts', () => ({ runScenario: vi.fn() }));

const facts = { task: 'fake', contract: 'predictions' };

/** The run after those at 25, 50, 37, 31, 28, 29 and 30 requests a second. */
const CONFIRMING = 8;

/** Searches a service that keeps its promise up to 30/s; stopped during one of the runs, or never. */
async function search(stoppedDuring?: number) {
  const stop = new AbortController();
  let runs = 0;
  vi.mocked(runScenario).mockImplementation(async ({ amount, signal }) => {
    runs++;
    if (runs === stoppedDuring) stop.abort();
    const milliseconds = (amount.rate ?? 0) <= 30 ? 100 : 1500;
    return makeReport(manyExchanged(700, { milliseconds }), {
      ...facts,
      scenario: 'peak',
      target: 'http://service.test',
      load: 'peak',
      rules,
      ended: 2_000_000,
      interrupted: signal.aborted,
    });
  });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { report } = await runPeak({
    scenario: 'peak',
    target: 'http://service.test',
    amount: {},
    rules,
    asked: { task: 'fake' },
    facts,
    directory: 'never written',
    signal: stop.signal,
  });
  return { report, runs };
}

describe('a search for the peak', () => {
  it('passes with the rate that was kept once more', async () => {
    const { report, runs } = await search();

    expect(runs).toBe(CONFIRMING);
    expect(report).toMatchObject({ interrupted: false, verdict: { outcome: 'PASS' }, peak: { rate: 30 } });
  });

  it.each([
    ['first', 1],
    ['second', 2],
    ['confirming', CONFIRMING],
  ])('has found nothing when it is stopped in its %s run', async (_name, during) => {
    const { report, runs } = await search(during);

    expect(runs).toBe(during);
    expect(report).toMatchObject({ interrupted: true, verdict: { outcome: 'FAIL' } });
    expect(report).not.toHaveProperty('peak');
    expect(toMarkdown(report)).toContain('Stopped early');
    expect(toMarkdown(report)).toContain(`stopped after ${during - 1} whole probes`);
  });
});

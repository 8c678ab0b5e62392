import { describe, expect, it } from 'vitest';
import { makeReport } from '../../../load-tests/report/report.ts';
import { toResults } from '../../../load-tests/report/results.ts';
import type { Peak, Probe } from '../../../load-tests/verdict/peak.ts';
import { manyExchanged } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

const context = { machine: 'two cores', commit: 'abc', service: 'local', date: '2026-11-21' };

describe('the results of all scenarios', () => {
  it('are one table with the way to the peak', () => {
    const steady = makeReport(manyExchanged(500), { ...facts, scenario: 'poisson' }).report;
    const probe = { rate: 25, seconds: 60, requests: 700, p50Milliseconds: 20, percentileMilliseconds: 80 };
    const probes: Probe[] = [{ ...probe, purpose: 'confirmation', result: 'kept', reason: '' }];
    const found: Peak = {
      rate: 25,
      limitedBy: 'service',
      ceilingPerSecond: null,
      rule: 'until it breaks',
      probes,
    };
    const peak = { ...steady, scenario: 'peak', peak: found };

    const results = toResults([steady, peak], context);

    expect(results).toContain('| poisson | PASS | 500 |');
    expect(results).toContain('| peak: **25/s** | PASS |');
    expect(results).toContain('| 25 | 60 | 700 | 20.0 ms | 80.0 ms | kept (confirmation) |');
    expect(results).toContain('two cores');
    expect(results).toContain('- Model handwriting, contract esun-2021');
  });
});

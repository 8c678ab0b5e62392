import { describe, expect, it } from 'vitest';
import { makeReport } from '../../../load-tests/report/report.ts';
import { toResults } from '../../../load-tests/report/results.ts';
import { manyExchanged, rules } from '../fixtures/exchanges.ts';

const facts = {
  task: 'handwriting',
  contract: 'esun-2021',
  target: 'http://service.test',
  load: '5 users',
  rules,
  ended: 2_000_000,
  interrupted: false,
};
const published = [
  { scenario: 'steady-5', requestsPerSecond: 5, latency: '0.85 s', remark: 'a fixed rate' },
  { scenario: 'peak', requestsPerSecond: 77, latency: '0.9 s', remark: 'at the limit' },
];
const context = { machine: 'two cores', commit: 'abc', service: 'local', date: '2026-11-21' };

describe('the results of all scenarios', () => {
  it('are one table with the published figures and the way to the peak', () => {
    const steady = makeReport(manyExchanged(10), { ...facts, scenario: 'steady-5', published }).report;
    expect(steady.published).toHaveLength(1);
    const probes = [{ rate: 25, kept: true, requests: 700, percentileMilliseconds: 80 }];
    const peak = { ...steady, scenario: 'peak', peak: { rate: 25, rule: 'until it breaks', probes } };

    const results = toResults([steady, peak], context);

    expect(results).toContain('| steady-5 | PASS | 10 |');
    expect(results).toContain('*published: 0.85 s, a fixed rate*');
    expect(results).toContain('| peak: **25/s** | PASS |');
    expect(results).toContain('| 25 | 700 | 80.0 ms | kept |');
    expect(results).toContain('two cores');
    expect(results).toContain('- Task handwriting, asked by esun-2021');
  });
});

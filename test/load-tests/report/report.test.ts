import { describe, expect, it } from 'vitest';
import type { LoadRecord } from '../../../load-tests/client/records.ts';
import { toHtml } from '../../../load-tests/report/html.ts';
import { toMarkdown } from '../../../load-tests/report/markdown.ts';
import { makeReport } from '../../../load-tests/report/report.ts';
import { exchanged, failed, manyExchanged } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

describe('a report', () => {
  it('says what the bill needs to know', () => {
    const fresh = manyExchanged(101, { serverMilliseconds: 30, cache: 'miss' });
    const cached = exchanged({
      repeated: true,
      attempt: 2,
      cache: 'hit',
      milliseconds: 8,
      serverMilliseconds: 4,
      coldStart: true,
    });

    const { report } = makeReport([...fresh, cached], facts);

    expect(report).toMatchObject({
      scenario: 'organizer',
      started: '1970-01-01T00:16:40.000Z',
      seconds: 1.1,
      requests: 102,
      fresh: { count: 101, durationMilliseconds: { mean: 100, p50: 100, p95: 100, p99: 100 } },
      cached: { count: 1, durationMilliseconds: { mean: 8, p50: 8, p95: 8, p99: 8 } },
      coldStarts: 1,
      requestBytes: 200,
      responseBytes: 100,
      billedMilliseconds: { fresh: 30, cached: 4 },
    });
    expect(report.ratePerSecond).toBeCloseTo(102 / 1.1, 6);
  });

  it('can be made of more records than a call takes arguments', () => {
    const records: LoadRecord[] = Array.from({ length: 130_000 }, (_, index) =>
      exchanged({ at: index * 10, coldStart: true }),
    );

    const { report, evidence } = makeReport(records, facts);

    expect(report.requests).toBe(130_000);
    expect(toHtml(report, evidence)).toContain('<h2>Latency over time</h2>');
  });

  it('has the percentiles for which there are enough requests, and no number where one falls on a failure', () => {
    const rising = manyExchanged(99).map((record, index) => ({ ...record, milliseconds: index + 1 }));

    const { report } = makeReport([...rising, failed()], facts);

    expect(report.percentiles.fresh).toEqual([
      ...[
        [0.5, 50],
        [0.9, 90],
        [0.95, 95],
        [0.99, 99],
        [1, null],
      ],
    ]);
  });

  it('says below it what that means, in one sentence', () => {
    const sentence = (milliseconds: number, count: number) =>
      toMarkdown(makeReport(manyExchanged(count, { milliseconds }), facts).report).split('\n')[2];

    expect(sentence(100, 500)).toBe(
      '**The service meets its objective under this load: at least 99 of 100 responses arrive within 1 s.**',
    );
    expect(sentence(1300, 500)).toContain('Failed checks: first requests in time.');
    expect(sentence(100, 50)).toContain('50 requests are too few to tell whether');
  });

  it('says where it was made and how it can be made again', () => {
    const { report } = makeReport(manyExchanged(10), facts);

    expect(report).toMatchObject({ commit: 'abc1234', machine: 'two cores' });
    expect(toMarkdown(report)).toContain(
      '- Made by `npm run load -- organizer --local`, commit abc1234\n- Load generator on two cores',
    );
  });
});

describe('the page of a report', () => {
  const page = (
    records = [...manyExchanged(50), exchanged({ milliseconds: 1500, coldStart: true }), failed()],
  ) => {
    const { report, evidence } = makeReport(records, { ...facts, target: 'http://<b>&' });
    return toHtml(report, evidence);
  };

  it('shows every request of a short run as a point of its kind', () => {
    expect(page().match(/<circle class="fresh"/g)).toHaveLength(50);
    expect(page().match(/<circle class="late"/g)).toHaveLength(2);
  });

  it('draws a peak by its rates, what each came to in its colour', () => {
    const { report, evidence } = makeReport(manyExchanged(50), facts);
    const probe = { seconds: 8, requests: 700, p50Milliseconds: 9, purpose: 'search', reason: '' } as const;
    const probes = [
      { ...probe, rate: 25, percentileMilliseconds: 80, result: 'met' },
      { ...probe, rate: 50, percentileMilliseconds: null, result: 'missed' },
    ] as const;

    const html = toHtml(
      { ...report, peak: { rate: 25, limitedBy: 'service', probes: [...probes] } },
      evidence,
    );

    expect(html).toContain('<h2>Rate against latency</h2>');
    expect(html.match(/<circle class="(met|missed)"/g)).toHaveLength(2);
  });

  it('loads nothing from anywhere', () => {
    expect(page()).not.toMatch(/<script|<link|<img|@import|url\(|src=/);
  });

  it('shows text as text', () => {
    expect(page()).toContain('http://&lt;b&gt;&amp;');
  });

  it('can be drawn without a single request', () => {
    expect(page([])).toContain('FAIL');
  });

  it('draws only finite numbers', () => {
    expect(page([exchanged({ milliseconds: 0 })])).not.toMatch(/NaN|Infinity/);
  });
});

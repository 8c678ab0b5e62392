import { describe, expect, it } from 'vitest';
import type { LoadRecord } from '../../../load-tests/client/records.ts';
import { toMarkdown } from '../../../load-tests/report/markdown.ts';
import { makeReport } from '../../../load-tests/report/report.ts';
import { exchanged, failed, manyExchanged } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

const markdownOf = (records: LoadRecord[]) => toMarkdown(makeReport(records, facts));

describe('a report', () => {
  it('has the figures for the bill, its machine, and the command to repeat it', () => {
    const fresh = manyExchanged(101, { serverMilliseconds: 30 });
    const repeat = { repeated: true, attempt: 2, coldStart: true } as const;
    const cached = exchanged({ ...repeat, milliseconds: 8, serverMilliseconds: 4 });

    const report = makeReport([...fresh, cached], facts);

    const all = (value: number) => ({ mean: value, p50: value, p95: value, p99: value });
    expect(report).toMatchObject({
      scenario: 'organizer',
      started: '1970-01-01T00:16:40.000Z',
      seconds: 1.1,
      requests: 102,
      fresh: { count: 101, durationMilliseconds: all(100) },
      cached: { count: 1, durationMilliseconds: all(8) },
      coldStarts: 1,
      billedMilliseconds: { fresh: 30, cached: 4 },
      ...{ requestBytes: 200, responseBytes: 100, commit: 'abc1234', machine: 'two cores' },
    });
    expect(report.ratePerSecond).toBeCloseTo(102 / 1.1, 6);
    const made =
      '- Made by `npm run load -- organizer --local`, commit abc1234\n- Load generator on two cores';
    expect(toMarkdown(report)).toContain(made);
  });

  it('can be made of more records than a call takes arguments', () => {
    const records = Array.from({ length: 130_000 }, (_, index) =>
      exchanged({ at: index * 10, coldStart: true }),
    );

    expect(makeReport(records, facts).requests).toBe(130_000);
  });

  it('has percentiles for which there are enough requests, without numbers for failures', () => {
    const rising = manyExchanged(99).map((record, index) => ({ ...record, milliseconds: index + 1 }));

    const { percentiles } = makeReport([...rising, failed()], facts);

    expect(percentiles.fresh.map(([share]) => share)).toEqual([0.5, 0.9, 0.95, 0.99, 1]);
    expect(percentiles.fresh.map(([, milliseconds]) => milliseconds)).toEqual([50, 90, 95, 99, null]);
  });

  it.each([
    [100, 500, 'meets its objective under this load: at least 99 of 100 responses arrive within 1 s.'],
    [1300, 500, 'Failed checks: first requests in time.'],
    [100, 50, '50 requests are too few to tell whether'],
  ])('says in words what a latency of %i ms in %i responses means', (milliseconds, count, sentence) => {
    expect(markdownOf(manyExchanged(count, { milliseconds })).split('\n')[2]).toContain(sentence);
  });
});

describe('why a run failed', () => {
  const refused = { outcome: 'completed', failure: 'status', status: 503, error: 'status 503' } as const;

  it('is listed by kind and status, the most frequent first, with an example of each', () => {
    const busy = [1, 2].map((id) => failed({ id: `busy-${id}`, ...refused, excerpt: '{"message":"busy"}' }));

    expect(markdownOf([failed({ id: 'cut' }), ...busy, ...manyExchanged(7)])).toContain(
      [
        '| failure | count | share | example |',
        '|---|--:|--:|---|',
        '| status 503 | 2 | 20.0 % | 021-永.jpg, id busy-1: status 503: {"message":"busy"} |',
        '| reset | 1 | 10.0 % | 021-永.jpg, id cut: ECONNRESET |',
      ].join('\n'),
    );
  });

  it('is listed for the most frequent kinds only, with the number of others', () => {
    const statuses = Array.from({ length: 10 }, (_, index) => failed({ ...refused, status: 500 + index }));

    expect(markdownOf(statuses)).toContain('| others | 2 |  | see report.json |');
  });

  it('is shown with the texts of a service escaped', () => {
    const reply = failed({ ...refused, excerpt: '<script>|\n\n# PASS\u001b[2J' });

    expect(markdownOf([reply])).toContain('status 503: <script>\\| # PASS [2J |');
  });
});

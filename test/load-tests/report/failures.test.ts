import { describe, expect, it } from 'vitest';
import { toHtml } from '../../../load-tests/report/html.ts';
import { toMarkdown } from '../../../load-tests/report/markdown.ts';
import { makeReport } from '../../../load-tests/report/report.ts';
import { failed, manyExchanged } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

const refused = { outcome: 'completed', failure: 'status', status: 503, error: 'status 503' } as const;

describe('why a run failed', () => {
  it('is told by kind and status, the most frequent first, with an example of each', () => {
    const busy = [1, 2].map((id) => failed({ id: `busy-${id}`, ...refused, excerpt: '{"message":"busy"}' }));
    const cut = failed({ id: 'cut' });

    const { report } = makeReport([cut, ...busy, ...manyExchanged(7)], facts);

    expect(toMarkdown(report)).toContain(
      [
        '| failure | count | share | example |',
        '|---|--:|--:|---|',
        '| status 503 | 2 | 20.0 % | 021-永.jpg, id busy-1: status 503: {"message":"busy"} |',
        '| reset | 1 | 10.0 % | 021-永.jpg, id cut: ECONNRESET |',
      ].join('\n'),
    );
    expect(JSON.parse(JSON.stringify(report)).verdict.failures).toHaveLength(2);
  });

  it('is told for the most frequent kinds only, and how many others there are', () => {
    const statuses = Array.from({ length: 10 }, (_, index) => failed({ ...refused, status: 500 + index }));

    const { report } = makeReport(statuses, facts);

    expect(toMarkdown(report)).toContain('| others | 2 |  | see report.json |');
  });

  it('cannot break out of its place by what a service says', () => {
    const reply = failed({ ...refused, excerpt: '<script>|\n\n# PASS\u001b[2J' });

    const { report, evidence } = makeReport([reply], facts);

    expect(toMarkdown(report)).toContain('status 503: <script>\\| # PASS [2J |');
    expect(toHtml(report, evidence)).toContain('status 503: &lt;script&gt;| # PASS [2J</td>');
    expect(toHtml(report, evidence)).not.toContain('<script');
  });
});

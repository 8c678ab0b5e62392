import { describe, expect, it } from 'vitest';
import { toHtml } from '../../../load-tests/sweep/html.ts';
import { toMarkdown, withSection } from '../../../load-tests/sweep/markdown.ts';
import { Tally } from '../../../load-tests/sweep/measure/tally.ts';
import { exchanged } from '../fixtures/exchanges.ts';
import { measurements, rounds, setting } from './fixtures.ts';

const PUBLISHED = [
  { scenario: 'closed', requestsPerSecond: 2719, latency: '2.9', remark: 'another <machine>' },
];
const measured = measurements(
  [
    ...rounds(setting(1), [100, 102]),
    ...rounds(setting(4, 4), [150, 154], { clients: 16, late: 3 }),
    ...rounds(setting(4, 4), [10, 12], { clients: 64, p99: null, lost: 500 }),
  ],
  { published: PUBLISHED },
);

describe('the report of a sweep', () => {
  it('has a row for each setting and number of clients, the best in bold, published ones in italics', () => {
    const markdown = toMarkdown(measured);

    expect(markdown).toContain('| 1 × 1 at once | 8 | 101.0 | 1.0 | 10.0 | 20.0 | 0 | 0 | 0 | 2.00 | kept |');
    expect(markdown).toContain('| **1 × 4 at once, batches of 4** | **16** | **152.0** | **2.0** |');
    expect(markdown).toContain('| – | 0 | 0 | 1000 | 2.00 | broken: 50.0 % missed |');
    expect(markdown).toContain('| *published: another <machine>* |  | *2719* |  | *2.9* |');
    expect(markdown).toContain('2 × Some Processor');
    expect(markdown).toContain('`npm run load -- sweep digits`, commit abc1234; ONNX Runtime 1.30.0');
  });

  it('draws a curve for each setting, open points where the promise is broken, and loads nothing', () => {
    const html = toHtml(measured);

    expect(html.match(/<svg/g)).toHaveLength(2);
    expect(html).toContain('class="line curve-1"');
    expect(html).toContain('aria-label="Throughput over p99"');
    expect(html).toContain('stroke: var(--late)"><title>64 clients: 11.0 ± 1.0 responses/s');
    expect(html).toContain('another &lt;machine&gt;');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).not.toMatch(/https?:|<script|<link/);
  });
});

describe('a document with the tables of sweeps', () => {
  it('keeps what people wrote, and the tables of other tasks', () => {
    const other = { ...measured, task: 'handwriting' };

    const both = withSection(withSection('# Sweeps\n\nRead this.\n', measured), other);
    const again = withSection(both, { ...measured, commit: 'def5678' });

    expect(again).toContain('# Sweeps\n\nRead this.\n\n<!-- sweep of digits -->\n## digits, 2026-11-22\n');
    expect(again.match(/<!-- sweep of /g)).toHaveLength(2);
    expect(again).toContain('commit def5678');
    expect(again.match(/commit abc1234/g)).toHaveLength(1);
  });
});

describe('what clients saw', () => {
  const LIMIT = 1000;

  it('counts responses that came in the stretch, and requests that left in it', () => {
    const tally = new Tally(1000, 2000, LIMIT);
    tally.add(500, 900, exchanged());
    tally.add(900, 1100, exchanged());
    tally.add(1500, 1600, exchanged());
    tally.add(1900, 2100, exchanged());

    expect(tally.seen(4, 0.1)).toMatchObject({ clients: 4, requests: 2, responsesPerSecond: 2, lost: 0 });
  });

  it('tells late, refused and lost apart, none of them a response in time', () => {
    const tally = new Tally(0, 1000, LIMIT);
    tally.add(1, 999, exchanged({ milliseconds: 1500 }));
    tally.add(1, 2, exchanged({ status: 429, error: 'status 429' }));
    tally.add(1, 2, exchanged({ status: 200, error: 'another id' }));

    expect(tally.seen(1, 0)).toMatchObject({
      requests: 3,
      responsesPerSecond: 0,
      late: 1,
      refused: 1,
      lost: 1,
      failures: { 'status 429': 1, 'another id': 1 },
      p99: null,
    });
  });
});

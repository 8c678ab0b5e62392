import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runSweep } from '../../../load-tests/sweep/command.ts';
import { Answers } from '../../../load-tests/sweep/measure/answers.ts';
import { Tally } from '../../../load-tests/sweep/measure/tally.ts';
import { withBatches } from '../../../load-tests/sweep/report/card.ts';
import { withSection } from '../../../load-tests/sweep/report/document.ts';
import { toHtml } from '../../../load-tests/sweep/report/html.ts';
import { toMarkdown } from '../../../load-tests/sweep/report/markdown.ts';
import { exchanged } from '../fixtures/exchanges.ts';
import { measurements, rounds, setting } from './fixtures.ts';

const PUBLISHED = [
  { scenario: 'closed-10', requestsPerSecond: 2719, latency: '2.9', remark: 'another <machine>' },
];
const measured = measurements(
  [
    ...rounds(setting(1), [100, 102]),
    ...rounds(setting(4, 4), [150, 154], { clients: 16, late: 3 }),
    ...rounds(setting(4, 4), [10, 12], { clients: 64, p99: null, lost: 500 }),
  ],
  { published: PUBLISHED },
);

/** Never measures anything. */
const nowhere = () => {
  throw new Error('nothing should have been measured');
};

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

    expect(html.match(/<svg/g)).toHaveLength(4);
    expect(html).toContain('class="line curve-1"');
    expect(html).toContain('aria-label="Throughput over p99"');
    expect(html).toContain('stroke: var(--late)"><title>64 clients: 11.0 ± 1.0 answers/s');
    expect(html).toContain('another &lt;machine&gt;');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).not.toMatch(/https?:|<script|<link/);
  });

  it('is drawn without CPU where the platform does not tell it', () => {
    const html = toHtml(measurements(rounds(setting(1), [100, 101], { cpuMilliseconds: null })));

    expect(html.match(/<svg/g)).toHaveLength(3);
  });

  it('is drawn again from its report.json, and written into a document', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'subsecond-sweep-'));
    const [file, document, reports] = ['report.json', 'sweep.md', 'reports'].map((name) =>
      join(folder, name),
    );
    writeFileSync(file!, JSON.stringify(measured));
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);

    const code = await runSweep(['--from', file!, '--reports', reports!, '--write', document!], nowhere);
    said.mockRestore();

    const [own] = readdirSync(reports!);
    expect(code).toBe(0);
    expect(own).toMatch(/^sweep-digits-/);
    expect(readFileSync(join(reports!, own!, 'report.html'), 'utf8')).toBe(toHtml(measured));
    expect(JSON.parse(readFileSync(join(reports!, own!, 'report.json'), 'utf8'))).toEqual(measured);
    expect(readFileSync(document!, 'utf8')).toContain('## digits, 2026-11-22');
  });

  it('refuses a file that is no report of a sweep', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'subsecond-sweep-')), 'report.json');
    writeFileSync(file, '{"scenario": "poisson"}');

    await expect(runSweep(['--from', file], nowhere)).rejects.toThrow('is no report.json of a sweep');
    await expect(runSweep(['--write', file, '--from', `${file}.gone`], nowhere)).rejects.toThrow(
      'cannot read',
    );
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

describe('the model card of a task', () => {
  const batches = (pay: boolean) =>
    measurements([
      ...rounds(setting(4), [100, 101]),
      ...rounds(setting(4, 4), pay ? [120, 121] : [100, 101]),
    ]);

  it('says what ensemble.json has set, and what was measured', () => {
    const card = withBatches('# Digits\n\n## Limits\n', batches(true), {
      largest: 4,
      maxQueueDelayMilliseconds: 2,
    });

    expect(card).toMatch(/^# Digits\n\n## Limits\n\n<!-- batches -->\n## Batches\n\nOn: /);
    expect(card).toContain('asked 4 questions together at most, waiting 2 ms for more');
    expect(card).toContain('**Batches pay: +19.9 %');
    expect(card).toContain('Version 1, 2026-11-22, on 2 × Some Processor, by `npm run load -- sweep digits`');
  });

  it('is measured again in the same place', () => {
    const off = { largest: 1, maxQueueDelayMilliseconds: 0 };

    const first = `${withBatches('# Digits\n', batches(true), off)}\n## Limits\n`;
    const again = withBatches(first, batches(false), off);

    expect(again.match(/## Batches/g)).toHaveLength(1);
    expect(again).toContain('Off: ');
    expect(again).toContain('**Batches do not pay: +0.0 %');
    expect(again).toMatch(/<!-- end of the batches -->\n\n## Limits\n$/);
  });
});

describe('what clients saw', () => {
  const LIMIT = 1000;

  it('counts answers that came in the stretch, and questions that left in it', () => {
    const tally = new Tally(1000, 2000, LIMIT);
    tally.add(500, 900, exchanged());
    tally.add(900, 1100, exchanged());
    tally.add(1500, 1600, exchanged());
    tally.add(1900, 2100, exchanged());

    expect(tally.seen(4, 0.1)).toMatchObject({ clients: 4, questions: 2, answersPerSecond: 2, lost: 0 });
  });

  it('tells late, refused and lost apart, none of them an answer in time', () => {
    const tally = new Tally(0, 1000, LIMIT);
    tally.add(1, 999, exchanged({ milliseconds: 1500 }));
    tally.add(1, 2, exchanged({ status: 429, error: 'status 429' }));
    tally.add(1, 2, exchanged({ status: 200, error: 'another id' }));

    expect(tally.seen(1, 0)).toMatchObject({
      questions: 3,
      answersPerSecond: 0,
      late: 1,
      refused: 1,
      lost: 1,
      failures: { 'status 429': 1, 'another id': 1 },
      p99: null,
    });
  });

  it('notices answers of another question', () => {
    const answers = new Answers();
    answers.add(false, { 'a.png': { '1': 90 }, 'b.png': { '2': 90 } });
    answers.add(true, { 'a.png': { '1': 88, '2': 2 }, 'b.png': { '2': 90 } });

    expect(answers.unlike()).toEqual({
      batches: { answers: 180, unlike: 2 },
      single: { answers: 180, unlike: 0 },
    });
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baselinesOf, readBaseline } from '../../../load-tests/report/baseline/baseline.ts';
import type { LoadReport } from '../../../load-tests/report/load-report.ts';
import { makeReport, withBaselines } from '../../../load-tests/report/report.ts';
import { mulberry32 } from '../../../project/mulberry32.ts';
import { newFolder } from '../../support/new-folder.ts';
import { exchanged, manyExchanged } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

/** A report of responses whose latencies spread around one, by chance. */
function run(
  milliseconds: number,
  seed: number,
  changes: Partial<LoadReport> = {},
  count = 1000,
): LoadReport {
  const random = mulberry32(seed);
  const records = Array.from({ length: count }, (_, index) =>
    exchanged({ at: 1_000_000 + index * 50, milliseconds: milliseconds * Math.exp(0.4 * (random() - 0.5)) }),
  );
  return { ...makeReport(records, facts).report, ...changes };
}

/** The file of a report, and what comes of reading it. */
function saved(report: unknown): string {
  const file = join(newFolder(), 'report.json');
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
  return file;
}
const baseline = (report: unknown) => readBaseline(saved(report));
const regression = ({ verdict }: LoadReport) => verdict.checks.find(({ name }) => name === 'no regression');

/**
 * What ten clients that wait saw of a service, as recorded runs of `closed` have it: it gets faster all through the run
 * as compilers warm up, and its slow moments last for many responses.
 */
function recorded(perSecond: number, seed: number, count = 12_000): LoadReport {
  const random = mulberry32(seed);
  let at = 1_000_000;
  let slow = 0;
  const records = Array.from({ length: count }, (_, index) => {
    slow = 0.97 * slow + 0.06 * (random() - 0.5);
    const rate = perSecond * (1.3 - 0.8 * Math.exp((-2.5 * index) / count)) * Math.exp(-slow);
    at += 1000 / rate;
    return exchanged({ at, milliseconds: (10_000 / rate) * Math.exp(0.5 * (random() - 0.5)) });
  });
  return makeReport(records, facts).report;
}

describe('a run beside its baseline', () => {
  it('keeps its verdict where the spread explains the difference', () => {
    const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

    const outcomes = seeds.map((seed) => withBaselines(run(100, seed), [baseline(run(104, seed + 100))]));

    expect(outcomes.map((report) => regression(report)?.finding)).toEqual(seeds.map(() => 'passed'));
    expect(outcomes[0]?.verdict.outcome).toBe('PASS');
  });

  it('fails where it is slower than the spread explains, and says by how much', () => {
    const report = withBaselines(run(125, 1), [baseline(run(100, 2))]);

    expect(report.verdict.outcome).toBe('FAIL');
    expect(regression(report)?.detail).toMatch(
      /first requests: p50 1\d\d\.\d → 1\d\d\.\d ms, first requests: p99 1\d\d\.\d → 1\d\d\.\d ms/,
    );
    expect(report.comparisons?.[0]).toMatchObject({ regressed: true, commit: 'abc1234' });
  });

  it('fails where one environment of two is gone, and holds where runs are alike but for their slow moments', () => {
    const seeds = [1, 2, 3, 4, 5];

    const lost = seeds.map((seed) =>
      withBaselines(recorded(226, seed), [baseline(recorded(298, seed + 50))]),
    );
    const equal = seeds.map((seed) =>
      withBaselines(recorded(298, seed), [baseline(recorded(298, seed + 50))]),
    );

    expect(lost.map((report) => regression(report)?.finding)).toEqual(seeds.map(() => 'failed'));
    expect(lost[0] && regression(lost[0])?.detail).toMatch(/good responses 3\d\d\.\d → 2\d\d\.\d \/s/);
    expect(equal.map((report) => regression(report)?.finding)).toEqual(seeds.map(() => 'passed'));
    expect(equal[0] && regression(equal[0])?.detail).toMatch(
      /none of 3 figures .* \(\d+ % would have shown\)/,
    );
  });

  it('is not spoilt by a beginning in which everything is slow', () => {
    const cold = recorded(298, 1);
    const blocks = cold.blocks.fresh.map((block, part) =>
      part < 2 ? { ...block, perSecond: 1, p50: 9000 } : block,
    );

    const beside = withBaselines({ ...cold, blocks: { fresh: blocks, cached: [] } }, [
      baseline(recorded(298, 2)),
    ]);

    expect(regression(beside)?.finding).toBe('passed');
  });

  it('proves nothing where not even a figure twice as bad would have been seen', () => {
    const wild = (seed: number) => {
      const report = run(100, seed);
      const blocks = report.blocks.fresh.map((block, part) => ({
        ...block,
        perSecond: (part + seed) % 3 === 0 ? 20 : 400,
      }));
      return { ...report, blocks: { fresh: blocks, cached: [] } };
    };

    const check = regression(withBaselines(wild(1), [baseline(wild(2))]));

    expect(check?.finding).toBe('unproven');
    expect(check?.detail).toContain('spread too wide to see even a figure twice as bad');
  });

  it('is no regression for being faster, or slower by less than 8 % however surely', () => {
    expect(regression(withBaselines(run(60, 1), [baseline(run(100, 2))]))?.finding).toBe('passed');
    const even = (milliseconds: number) => makeReport(manyExchanged(4000, { milliseconds }), facts).report;
    expect(regression(withBaselines(even(107), [baseline(even(100))]))?.finding).toBe('passed');
    expect(regression(withBaselines(even(109), [baseline(even(100))]))?.finding).toBe('failed');
  });

  it('fails where more responses are wrong or late', () => {
    const wrong = (every: number) =>
      makeReport(
        manyExchanged(4000).map((record, index) =>
          index % every === 0 ? { ...record, prediction: '水' } : record,
        ),
        facts,
      ).report;

    expect(regression(withBaselines(wrong(9), [baseline(wrong(50))]))?.detail).toMatch(
      /first requests: good responses 97.\d → 88.\d \/s/,
    );
  });

  it('is judged a regression only where every baseline says so: a slow hour is none', () => {
    const [fast, slow] = [baseline(run(100, 2)), baseline(run(124, 3))];

    expect(regression(withBaselines(run(125, 1), [fast, slow]))?.finding).toBe('passed');
    expect(regression(withBaselines(run(160, 1), [fast, slow]))?.finding).toBe('failed');
  });

  it('proves nothing where there are too few responses to tell the spread', () => {
    const check = regression(withBaselines(run(100, 1, {}, 390), [baseline(run(100, 2))]));

    expect(check?.finding).toBe('unproven');
    expect(check?.detail).toContain('this run is too short to compare: make both with --duration 38');
  });

  it('is compared by its rate when it is a peak, unless its search was stopped', () => {
    const peak = (rate: number) =>
      run(100, rate, {
        scenario: 'peak',
        peak: { rate, limitedBy: 'service', probes: [] },
      });

    expect(regression(withBaselines(peak(91), [baseline(peak(100))]))?.finding).toBe('passed');
    expect(regression(withBaselines(peak(89), [baseline(peak(100))]))?.detail).toContain(
      'peak 100.0 → 89.0 /s',
    );
  });
});

describe('a baseline', () => {
  it.each([
    [{ scenario: 'poisson' }, 'its scenario is organizer'],
    [{ model: 'digits' }, "its model is handwriting, this run's digits"],
    [{ load: 'organizer: 20 users' }, 'its load is organizer: 10 users'],
    [
      { rules: { ...facts.rules, limitMilliseconds: 500 } },
      "its objective is p99 ≤ 1000 ms, this run's p99 ≤ 500 ms",
    ],
  ])('is refused for a run of %j', (changes, message) => {
    const other = { ...facts, ...changes };

    expect(() => baselinesOf('repeat', [baseline(run(100, 1))], other)).toThrow(message);
  });

  it.each([
    ['{', 'is not the report.json of a load run'],
    [{ hello: 7 }, 'is not the report.json of a load run'],
    [run(100, 1, { blocks: undefined } as object), 'an older version'],
    [{ ...run(100, 1), verdict: { outcome: 'INVALID' } }, 'the report of an INVALID run'],
    [run(100, 1, {}, 400), 'is of a run of 20 s, too short to compare with: make both with --duration 38'],
    [
      run(100, 1, { seconds: 50, comparableSeconds: 60 }),
      'too short to compare with: make both with --duration 66',
    ],
  ])('is refused in one line when it is none: %#', (report, message) => {
    expect(() => baseline(report)).toThrow(message);
  });

  it('is compared with the runs of its scenario where all are run', () => {
    const own = baseline(run(100, 1));

    expect(baselinesOf('all', [own], { ...facts, scenario: 'poisson' })).toEqual([]);
    expect(baselinesOf('all', [own], facts)).toEqual([own]);
  });

  it('that is not there is named', () => {
    expect(() => readBaseline('/nowhere/report.json')).toThrow('/nowhere/report.json cannot be read: ENOENT');
  });
});

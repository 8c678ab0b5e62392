import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mismatch, readBaseline } from '../../../load-tests/report/baseline/baseline.ts';
import { rankTest } from '../../../load-tests/report/baseline/rank-test.ts';
import type { LoadReport } from '../../../load-tests/report/load-report.ts';
import { makeReport, withBaselines } from '../../../load-tests/report/report.ts';
import { exchanged, manyExchanged } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

/** A report of 1,000 answers whose latencies spread around one, by chance. */
function run(milliseconds: number, seed: number, changes: Partial<LoadReport> = {}): LoadReport {
  const random = pseudoRandom(seed);
  const records = Array.from({ length: 1000 }, (_, index) =>
    exchanged({ at: 1_000_000 + index * 50, milliseconds: milliseconds * Math.exp(0.4 * (random() - 0.5)) }),
  );
  return { ...makeReport(records, facts).report, ...changes };
}

function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** The file of a report, and what comes of reading it. */
function saved(report: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), 'subsecond-baseline-')), 'report.json');
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
  return file;
}
const baseline = (report: unknown) => readBaseline(saved(report));
const regression = ({ verdict }: LoadReport) => verdict.checks.find(({ name }) => name === 'no regression');

describe('the rank test', () => {
  it('gives the exact probabilities of Mann and Whitney', () => {
    // Of the 20 ways to choose three of six, one ranks all three above the others, two at most one place lower.
    expect(rankTest([1, 2, 3], [4, 5, 6])).toBeCloseTo(1 / 20, 12);
    expect(rankTest([1, 2, 4], [3, 5, 6])).toBeCloseTo(2 / 20, 12);
    expect(rankTest([4, 5, 6], [1, 2, 3])).toBe(1);
    // Their table for five and five: U of 4 or less has probability 0.048.
    expect(rankTest([1, 2, 3, 4, 9], [5, 6, 7, 8, 10])).toBeCloseTo(12 / 252, 12);
  });

  it('counts equal values for neither, and a lost answer as worse than any', () => {
    expect(rankTest([1, 1, 1], [1, 1, 1])).toBe(1);
    expect(rankTest([1, 2, 3], [4, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])).toBeCloseTo(
      1 / 20,
      12,
    );
  });

  it('finds what is not there no more often than it says', () => {
    const values = fc.array(fc.nat(5), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(values, values, (first, second) => {
        const [one, other] = [rankTest(first, second), rankTest(second, first)];

        // Both sides together hold everything, and what they share at least once.
        expect(one + other).toBeGreaterThanOrEqual(1 - 1e-9);
      }),
    );
  });
});

describe('a run beside its baseline', () => {
  it('keeps its verdict where the spread explains the difference', () => {
    const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

    const outcomes = seeds.map((seed) => withBaselines(run(100, seed), [baseline(run(104, seed + 100))]));

    expect(outcomes.map((report) => regression(report)?.finding)).toEqual(seeds.map(() => 'kept'));
    expect(outcomes[0]?.verdict.outcome).toBe('PASS');
  });

  it('fails where it is slower than the spread explains, and says by how much', () => {
    const report = withBaselines(run(125, 1), [baseline(run(100, 2))]);

    expect(report.verdict.outcome).toBe('FAIL');
    expect(regression(report)?.detail).toMatch(
      /first questions: p50 1\d\d\.\d → 1\d\d\.\d ms, first questions: p99 1\d\d\.\d → 1\d\d\.\d ms/,
    );
    expect(report.comparisons?.[0]).toMatchObject({ regressed: true, commit: 'abc1234' });
  });

  it('is no regression for being faster, or slower by less than a tenth however surely', () => {
    expect(regression(withBaselines(run(60, 1), [baseline(run(100, 2))]))?.finding).toBe('kept');
    const even = (milliseconds: number) => makeReport(manyExchanged(1000, { milliseconds }), facts).report;
    expect(regression(withBaselines(even(109), [baseline(even(100))]))?.finding).toBe('kept');
    expect(regression(withBaselines(even(112), [baseline(even(100))]))?.finding).toBe('broken');
  });

  it('fails where more answers are wrong or late', () => {
    const wrong = (every: number) =>
      makeReport(
        manyExchanged(1000).map((record, index) =>
          index % every === 0 ? { ...record, answer: '水' } : record,
        ),
        facts,
      ).report;

    expect(regression(withBaselines(wrong(12), [baseline(wrong(50))]))?.detail).toMatch(
      /first questions: wrong 2.0 → [89].\d %/,
    );
  });

  it('is judged a regression only where every baseline says so: a slow hour is none', () => {
    const [fast, slow] = [baseline(run(100, 2)), baseline(run(124, 3))];

    expect(regression(withBaselines(run(125, 1), [fast, slow]))?.finding).toBe('kept');
    expect(regression(withBaselines(run(160, 1), [fast, slow]))?.finding).toBe('broken');
  });

  it('proves nothing where there are too few answers to tell the spread', () => {
    const few = makeReport(manyExchanged(100), facts).report;

    expect(regression(withBaselines(few, [baseline(run(100, 2))]))?.finding).toBe('unproven');
  });

  it('is compared by its rate when it is a peak, unless its search was stopped', () => {
    const peak = (rate: number) =>
      run(100, rate, {
        scenario: 'peak',
        peak: { rate, limitedBy: 'service', ceilingPerSecond: null, rule: '', probes: [] },
      });

    expect(regression(withBaselines(peak(91), [baseline(peak(100))]))?.finding).toBe('kept');
    expect(regression(withBaselines(peak(89), [baseline(peak(100))]))?.detail).toContain(
      'peak 100.0 → 89.0 /s',
    );
  });
});

describe('a baseline', () => {
  it.each([
    [{ scenario: 'poisson' }, 'its scenario is organizer'],
    [{ task: 'digits' }, "its task is handwriting, this run's digits"],
    [{ load: 'organizer: 20 users' }, 'its load is organizer: 10 users'],
    [
      { rules: { ...facts.rules, limitMilliseconds: 500 } },
      "its promise is p99 ≤ 1000 ms, this run's p99 ≤ 500 ms",
    ],
  ])('is refused for a run of %j', (changes, message) => {
    expect(mismatch(baseline(run(100, 1)), { ...facts, ...changes })).toContain(message);
  });

  it.each([
    ['{', 'is not the report.json of a load run'],
    [{ hello: 7 }, 'is not the report.json of a load run'],
    [run(100, 1, { blocks: undefined } as object), 'an older version'],
    [{ ...run(100, 1), verdict: { outcome: 'INVALID' } }, 'an INVALID run, which says nothing'],
  ])('is refused in one line when it is none: %#', (report, message) => {
    expect(() => baseline(report)).toThrow(message);
  });

  it('that is not there is named', () => {
    expect(() => readBaseline('/nowhere/report.json')).toThrow('/nowhere/report.json cannot be read: ENOENT');
  });
});

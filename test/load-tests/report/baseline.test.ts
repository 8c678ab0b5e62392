import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExchangeRecord } from '../../../load-tests/client/records.ts';
import { readBaseline, requireComparable } from '../../../load-tests/report/baseline/baseline.ts';
import type { LoadReport } from '../../../load-tests/report/load-report.ts';
import { makeReport, withBaselines } from '../../../load-tests/report/report.ts';
import { mulberry32 } from '../../../project/mulberry32.ts';
import { newFolder } from '../../support/new-folder.ts';
import { exchanged, manyExchanged } from '../fixtures/exchanges.ts';
import { facts } from '../fixtures/facts.ts';

const SEEDS = [1, 2, 3, 4, 5];

const reportOf = (records: ExchangeRecord[]) => makeReport(records, facts);

/** A report of responses whose latencies spread randomly around a value. */
function run(milliseconds: number, seed: number, changes: object = {}, count = 1000): LoadReport {
  const random = mulberry32(seed);
  const records = Array.from({ length: count }, (_, index) =>
    exchanged({ at: 1_000_000 + index * 50, milliseconds: milliseconds * Math.exp(0.4 * (random() - 0.5)) }),
  );
  return { ...reportOf(records), ...changes };
}

/**
 * A report of ten waiting clients, similar to recorded runs of `closed`. The service gets faster during the run as compilers
 * warm up, and its slow periods last for many responses.
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
  return reportOf(records);
}

/** Replaces fields in the parts of a report. */
function withBlocks(report: LoadReport, change: (part: number) => object): LoadReport {
  const fresh = report.blocks.fresh.map((block, part) => ({ ...block, ...change(part) }));
  return { ...report, blocks: { fresh, cached: [] } };
}

const even = (milliseconds: number) => reportOf(manyExchanged(4000, { milliseconds }));
const wrong = (every: number) =>
  reportOf(manyExchanged(4000).map((one, index) => (index % every ? one : { ...one, prediction: '水' })));
const wild = (seed: number) =>
  withBlocks(run(100, seed), (part) => ({ perSecond: (part + seed) % 3 === 0 ? 20 : 400 }));
const cold = withBlocks(recorded(298, 1), (part) => (part < 2 ? { perSecond: 1, p50: 9000 } : {}));
const peak = (rate: number) =>
  run(100, rate, { scenario: 'peak', peak: { rate, limitedBy: 'service', probes: [] } });

function baseline(report: unknown) {
  const file = join(newFolder(), 'report.json');
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
  return readBaseline(file);
}

const two = [run(100, 2), run(124, 3)] as const;

describe('a run beside its baseline', () => {
  it.each<[string, string, RegExp, readonly (() => [LoadReport, ...LoadReport[]])[]]>([
    [
      'keeps its verdict where the spread explains the difference',
      'passed',
      /none of 3 figures/,
      Array.from({ length: 20 }, (_, seed) => () => [run(100, seed + 1), run(104, seed + 101)]),
    ],
    [
      'fails where it is slower than the spread explains, and says by how much',
      'failed',
      /first requests: p50 1\d\d\.\d → 1\d\d\.\d ms, first requests: p99 1\d\d\.\d → 1\d\d\.\d ms/,
      [() => [run(125, 1), run(100, 2)]],
    ],
    [
      'fails where one environment of two is gone',
      'failed',
      /good responses 3\d\d\.\d → 2\d\d\.\d \/s/,
      SEEDS.map((seed) => () => [recorded(226, seed), recorded(298, seed + 50)]),
    ],
    [
      'holds where runs are alike but for their slow moments',
      'passed',
      /none of 3 figures .* \(\d+ % would have shown\)/,
      SEEDS.map((seed) => () => [recorded(298, seed), recorded(298, seed + 50)]),
    ],
    ['is not spoilt by a slow beginning', 'passed', /none of/, [() => [cold, recorded(298, 2)]]],
    [
      'proves nothing where not even a figure twice as bad would have been seen',
      'unproven',
      /spread too wide to see even a figure twice as bad/,
      [() => [wild(1), wild(2)]],
    ],
    ['is no regression for being faster', 'passed', /none of/, [() => [run(60, 1), run(100, 2)]]],
    ['nor slower by less than 8 %, however surely', 'passed', /none of/, [() => [even(107), even(100)]]],
    ['but by more', 'failed', /p50 100\.0 → 109\.0 ms/, [() => [even(109), even(100)]]],
    ['fails where more are wrong', 'failed', /responses 97.\d → 88.\d \/s/, [() => [wrong(9), wrong(50)]]],
    ['is none after a slow hour: where one baseline is none', 'passed', /./, [() => [run(125, 1), ...two]]],
    ['but one where every baseline does', 'failed', /p50/, [() => [run(160, 1), ...two]]],
    [
      'proves nothing where there are too few responses to tell the spread',
      'unproven',
      /this run is too short to compare: make both with --duration 38/,
      [() => [run(100, 1, {}, 390), run(100, 2)]],
    ],
    ['is compared by its rate when it is a peak', 'passed', /none of/, [() => [peak(91), peak(100)]]],
    ['and fails by it', 'failed', /peak 100\.0 → 89\.0 \/s/, [() => [peak(89), peak(100)]]],
  ])('%s', (_, finding, said, pairs) => {
    for (const pair of pairs) {
      const [now, ...before] = pair();
      const { verdict } = withBaselines(now, before.map(baseline));

      const check = verdict.checks.find(({ name }) => name === 'no regression');
      expect(check).toMatchObject({ finding, detail: expect.stringMatching(said) });
      expect(verdict.outcome === 'FAIL').toBe(finding === 'failed');
    }
  });

  it('names the commit of what it is compared with', () => {
    const { comparisons } = withBaselines(run(125, 1), [baseline(run(100, 2))]);

    expect(comparisons?.[0]).toMatchObject({ regressed: true, commit: 'abc1234' });
  });
});

describe('a baseline', () => {
  it.each([
    [{ scenario: 'poisson' }, 'its scenario is organizer'],
    [{ model: 'digits' }, "its model is handwriting, this run's digits"],
    [{ load: 'organizer: 20 users' }, 'its load is organizer: 10 users'],
    [{ rules: { ...facts.rules, limitMilliseconds: 500 } }, "is p99 ≤ 1000 ms, this run's p99 ≤ 500 ms"],
  ])('is refused for a run of %j', (changes, message) => {
    const other = { ...facts, ...changes };

    expect(() => requireComparable([baseline(run(100, 1))], other)).toThrow(message);
  });

  it.each([
    ['{', 'is not the report.json of a load run'],
    [{ hello: 7 }, 'is not the report.json of a load run'],
    [run(100, 1, { blocks: undefined }), 'an older version'],
    [{ ...run(100, 1), verdict: { outcome: 'INVALID' } }, 'the report of an INVALID run'],
    [run(100, 1, {}, 400), 'is of a run of 20 s, too short to compare with: make both with --duration 38'],
    [run(100, 1, { seconds: 50, comparableSeconds: 60 }), 'make both with --duration 66'],
  ])('is refused in one line when it is none: %#', (report, message) => {
    expect(() => baseline(report)).toThrow(message);
  });

  it('that is not there is named', () => {
    expect(() => readBaseline('/nowhere/report.json')).toThrow('/nowhere/report.json cannot be read: ENOENT');
  });
});

import { describe, expect, it } from 'vitest';
import { compare, decisiveRows, isFaster, rowsOf, shownRows } from '../../../load-tests/sweep/findings.ts';
import {
  describeBatches,
  describeBest,
  describeDoubts,
  toMarkdown,
} from '../../../load-tests/sweep/markdown.ts';
import type { Point, Visit } from '../../../load-tests/sweep/measurements.ts';
import type { Setting } from '../../../load-tests/sweep/setting.ts';
import { measurements, point, rounds, setting } from './fixtures.ts';

const rowsIn = (visits: Visit[]) => rowsOf(measurements(visits), 'curves');
const bestIn = (visits: Visit[], more = {}) => describeBest(measurements(visits, more)).join('\n');
const single = setting(1);
const several = setting(4);
const batched = setting(4, 4);

describe('a row of a sweep', () => {
  it('puts the rounds of a setting and a number of clients together', () => {
    const [row] = rowsIn(rounds(single, [90, 110, 100]));

    expect(row).toMatchObject({ rate: 100, spread: 10, p50: 10, p99: 20, requests: 3000, isMet: true });
    expect(row!.confidence).toBeGreaterThan(0.99);
  });

  it.each<[boolean, string, Partial<Point>]>([
    [true, 'one late response in a hundred', { late: 10 }],
    [false, 'more late responses', { late: 11 }],
    [false, 'refusals', { refused: 11 }],
    [false, 'lost requests', { lost: 11 }],
    [false, 'wrong responses', { right: 890 }],
    [false, 'a worker that died', { deaths: 1 }],
    [false, 'no request at all', { requests: 0, labelled: 0, right: 0 }],
  ])('meets the objective (%s) with %s', (isMet, _, more) => {
    expect(rowsIn(rounds(single, [100], more))[0]!.isMet).toBe(isMet);
  });
});

it.each([
  ['the first is faster if it wins every round, slow or fast', [110, 56, 82], [100, 50, 75], true],
  ['the first is not faster if the second is', [100, 50, 75], [110, 56, 82], false],
  ['the first is not faster if noise may explain its gain', [120, 95, 108], [100, 105, 101], false],
  ['the first is not faster if there was only one round', [200], [100], false],
])('of two settings, %s', (_, one, other, isFirstFaster) => {
  const [first, second] = rowsIn([...rounds(single, one), ...rounds(batched, other)]);

  expect(isFaster(compare(first!, second!))).toBe(isFirstFaster);
});

describe('a duel', () => {
  /** Rounds of four turns. The turns vary around the rate of their round. */
  const duelOf = (of: Setting, roundRates: readonly number[], more: Partial<Point> = {}): Visit[] =>
    rounds(of, roundRates, more, 'duel').map((visit, round) => ({
      ...visit,
      points: [0.9, 1.1, 0.95, 1.05].map((noise) => point(noise * roundRates[round]!, more)),
    }));
  const curves = [...rounds(single, [140, 150]), ...rounds(batched, [100, 101])];
  const rates = (of: typeof decisiveRows, visits: Visit[]) =>
    of(measurements(visits)).map(({ rate }) => Math.round(rate * 10) / 10);

  it('decides alone, because its values were not selected for being high', () => {
    const visits = [...curves, ...duelOf(single, [100, 100]), ...duelOf(batched, [120, 121])];

    expect(rates(decisiveRows, visits)).toEqual([100, 120.5]);
    expect(rates(shownRows, visits)).toEqual([100, 120.5]);
    expect(bestIn(visits)).toContain('--concurrency 4 --batch 4');
  });

  it('counts a round as one value, whatever its number of turns', () => {
    const visits = [...duelOf(single, [100, 100, 100]), ...duelOf(batched, [110, 120, 130])];

    const [first, second] = decisiveRows(measurements(visits));

    expect(compare(second!, first!)).toMatchObject({ rounds: 3, ratio: expect.closeTo(1.197, 3) });
  });

  it('in which no setting met the objective leaves the decision to the curves', () => {
    expect(rates(decisiveRows, [...curves, ...duelOf(single, [100, 100], { lost: 900 })])).toEqual([
      145, 100.5,
    ]);
  });
});

describe('the best setting', () => {
  it.each<[string, Visit[], object, RegExp]>([
    [
      'is the fastest that meets the objective, with the number of clients that it is fastest with',
      [
        ...rounds(single, [100, 101, 102]),
        ...rounds(batched, [150, 151, 152], { clients: 16 }),
        ...rounds(batched, [120, 121, 122], { clients: 4 }),
        ...rounds(several, [300, 300, 300], { late: 500 }),
      ],
      {},
      /^\*\*Best: .*--batch 4.*\n1 × 4, batches of 4: 151\.0\/s with 16 clients/,
    ],
    [
      'is named with the line that starts it',
      rounds(setting(16, 8, { workers: 2 }), [100, 101]),
      { modelArgument: 'my models/x' },
      /npm start -- 'my models\/x' --workers 2 --concurrency 16 --batch 8`/,
    ],
    [
      'is the simpler one if the spread explains the gain of another, and is called likely',
      [...rounds(several, [120, 95, 108]), ...rounds(single, [100, 105, 101])],
      {},
      /^\*\*Likely best: `npm start -- digits --workers 1 --concurrency 1 --batch 1`\*\* \(other settings may be as fast\)\n.*\nNext: 1 × 4: 107\.7\/s with 8 clients, \+5\.\d % \(90 %: −.* %\)\.$/,
    ],
    [
      'is that of the search if the sweep was stopped before the end',
      [{ phase: 'search', round: 1, setting: single, points: [point(100)] }],
      { interrupted: true },
      /\n1 × 1: 100\.0\/s with 8 clients, p50/,
    ],
  ])('%s', (_, visits, more, sentences) => {
    expect(bestIn(visits, more)).toMatch(sentences);
  });
});

describe('batches', () => {
  const beside = (together: number[]) => rounds(batched, together);

  it.each<[string, Visit[], RegExp]>([
    [
      'pay if they are faster than the best without them',
      [...rounds(single, [108, 111, 109]), ...beside([120, 121, 119])],
      /^\*\*Batches pay: \+9\.\d % \(90 %: \+.* to \+.* %\)\*\*, 3 rounds\. 1 × 4, batches of 4: 120\.0\/s with 8 clients; 1 × 1: 109\.3\/s .*"batch": \{ "largest": 4 \}`\.$/,
    ],
    [
      'do not pay if they are no faster than the same setting without',
      [...rounds(single, [100, 101, 99]), ...rounds(several, [100, 102, 98]), ...beside([99, 101, 100])],
      /^\*\*Batches do not pay: /,
    ],
    [
      'do not pay if they are slower than one request at a time',
      [...rounds(single, [200, 201, 202]), ...rounds(several, [100, 101, 102]), ...beside([150, 151, 152])],
      /^\*\*Batches do not pay: /,
    ],
    [
      'are an open question if nothing without them met the objective',
      [...rounds(single, [100, 100], { lost: 100 }), ...beside([150, 150])],
      /^\*\*Whether batches pay is open.*met the objective/,
    ],
    [
      'are an open question if there was one round',
      [...rounds(single, [100]), ...beside([150, 150])],
      /^\*\*Whether batches pay is open.*in one round/,
    ],
    [
      'are an open question if a worthwhile gain may hide in the spread',
      [...rounds(single, [100, 150]), ...beside([150, 150])],
      /^\*\*Whether batches pay is open.*More rounds would decide/,
    ],
  ])('%s', (_, visits, sentence) => {
    expect(describeBatches(measurements(visits))).toMatch(sentence);
  });

  it('that are impossible are reported with the reason', () => {
    const noBatches = 'one picture only';

    const finding = describeBatches(measurements(rounds(single, [100, 100]), { noBatches }));
    expect(finding).toBe('**No batches possible**: one picture only.');
  });
});

it.each([
  ['a load generator at its limit', { generatorBusy: 0.95 }, 'In 2 of 2 measurements the load generator'],
  ['workers that died', { deaths: 1 }, '**2 workers died**'],
])('a sweep names %s', (_, more, finding) => {
  expect(describeDoubts(measurements(rounds(single, [100, 100], more))).join('\n')).toContain(finding);
});

it('the report of a sweep has a row for each setting and number of clients, the best in bold', () => {
  const visits = [
    ...rounds(single, [100, 102]),
    ...rounds(batched, [150, 154], { clients: 16, late: 3 }),
    ...rounds(batched, [10, 12], { clients: 64, p99: null, lost: 500 }),
    ...rounds(batched, [10, 12], { clients: 65, deaths: 1, labelled: 9, right: 9 }),
  ];

  const markdown = toMarkdown(measurements(visits));

  expect(markdown).toContain('| 1 × 1 | 8 | 101.0 | 1.0 | 10.0 | 20.0 | 0 | 0 | 0 | met |');
  expect(markdown).toContain('| **1 × 4, batches of 4** | **16** | **152.0** | **2.0** |');
  expect(markdown).toContain('| – | 0 | 0 | 1000 | missed: 50.0 % late, refused or lost |');
  expect(markdown).toContain('| missed: a worker died |');
  expect(markdown).toContain('2 × Some Processor');
  expect(markdown).toContain('`npm run load -- sweep digits`, commit abc1234; ONNX Runtime 1.30.0');
});

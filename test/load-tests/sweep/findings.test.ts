import { describe, expect, it } from 'vitest';
import {
  compare,
  decisiveRows,
  findBest,
  isFaster,
  judgeBatches,
  rowsOf,
  shownRows,
} from '../../../load-tests/sweep/findings.ts';
import { describeBatches, describeBest, describeDoubts } from '../../../load-tests/sweep/markdown.ts';
import type { Point, Visit } from '../../../load-tests/sweep/measurements.ts';
import type { Setting } from '../../../load-tests/sweep/setting.ts';
import { measurements, point, rounds, setting } from './fixtures.ts';

const rowsIn = (visits: Visit[]) => rowsOf(measurements(visits), 'curves');
const single = setting(1);
const several = setting(4);
const batched = setting(4, 4);

describe('a row of a sweep', () => {
  it('puts the rounds of a setting and a number of clients together', () => {
    const [row] = rowsIn(rounds(single, [90, 110, 100]));

    expect(row).toMatchObject({ rate: 100, spread: 10, p50: 10, p99: 20, requests: 3000, isMet: true });
    expect(row!.confidence).toBeGreaterThan(0.99);
  });

  it.each<[string, Partial<Point>]>([
    ['late responses', { late: 11 }],
    ['refusals', { refused: 11 }],
    ['lost requests', { lost: 11 }],
    ['wrong responses', { right: 890 }],
    ['a worker that died', { deaths: 1 }],
    ['no request at all', { requests: 0, labelled: 0, right: 0 }],
  ])('misses the objective by %s', (_, more) => {
    expect(rowsIn(rounds(single, [100], more))[0]!.isMet).toBe(false);
  });

  it('meets the objective by one late response in a hundred', () => {
    expect(rowsIn(rounds(single, [100], { late: 10 }))[0]!.isMet).toBe(true);
  });
});

describe('the comparison of two settings', () => {
  const isFirstFaster = (one: number[], other: number[]) => {
    const [first, second] = rowsIn([...rounds(single, one), ...rounds(batched, other)]);
    return isFaster(compare(first!, second!));
  };

  it('is by round, so that hours that are slow for both explain nothing', () => {
    expect(isFirstFaster([110, 56, 82], [100, 50, 75])).toBe(true);
    expect(isFirstFaster([100, 50, 75], [110, 56, 82])).toBe(false);
  });

  it('takes no noise for gain, and says nothing by one round', () => {
    expect(isFirstFaster([120, 95, 108], [100, 105, 101])).toBe(false);
    expect(isFirstFaster([200], [100])).toBe(false);
  });
});

describe('a duel', () => {
  /** Four turns a round, with the noise of turns around what the round was like. */
  const duelOf = (of: Setting, roundRates: readonly number[], more: Partial<Point> = {}): Visit[] =>
    rounds(of, roundRates, more, 'duel').map((visit) => ({
      ...visit,
      points: [0.9, 1.1, 0.95, 1.05].map((noise) => ({
        ...visit.points[0]!,
        responsesPerSecond: visit.points[0]!.responsesPerSecond * noise,
      })),
    }));
  const curves = [...rounds(single, [140, 150]), ...rounds(batched, [100, 101])];

  it('decides alone, because nothing in it was chosen for being high', () => {
    const measured = measurements([...curves, ...duelOf(single, [100, 100]), ...duelOf(batched, [120, 121])]);

    expect(decisiveRows(measured).map(({ rate }) => Math.round(rate * 10) / 10)).toEqual([100, 120.5]);
    expect(shownRows(measured).map(({ rate }) => Math.round(rate * 10) / 10)).toEqual([100, 120.5]);
    expect(findBest(decisiveRows(measured))?.row.setting).toEqual(batched);
  });

  it('counts a round as one value, however many turns there were in it', () => {
    const [first, second] = decisiveRows(
      measurements([...duelOf(single, [100, 100, 100]), ...duelOf(batched, [110, 120, 130])]),
    );

    expect(compare(second!, first!)).toMatchObject({ rounds: 3, ratio: expect.closeTo(1.197, 3) });
  });

  it('that nobody came out of in time leaves the decision to the curves', () => {
    const lost = duelOf(single, [100, 100], { lost: 900 });

    expect(decisiveRows(measurements([...curves, ...lost])).map(({ rate }) => rate)).toEqual([145, 100.5]);
  });
});

describe('the best setting', () => {
  it('is the fastest that meets the objective, with the number of clients that it is fastest with', () => {
    const best = findBest(
      rowsIn([
        ...rounds(single, [100, 101, 102]),
        ...rounds(batched, [150, 151, 152], { clients: 16 }),
        ...rounds(batched, [120, 121, 122], { clients: 4 }),
        ...rounds(several, [300, 300, 300], { late: 500 }),
      ]),
    );

    expect(best?.row).toMatchObject({ setting: batched, clients: 16 });
    expect(best?.next).toMatchObject({ row: { setting: single } });
  });

  it('is the simpler one where the spread explains what another gained', () => {
    const best = findBest(rowsIn([...rounds(batched, [120, 95, 108]), ...rounds(single, [100, 105, 101])]));

    expect(best?.row.setting).toEqual(single);
    expect(best?.next?.row.setting).toEqual(batched);
  });

  it('is named with the line that starts it', () => {
    const best = setting(16, 8, { workers: 2 });

    const [sentence] = describeBest(measurements(rounds(best, [100, 101]), { modelArgument: 'my models/x' }));

    expect(sentence).toContain(
      "npm start -- 'my models/x' --workers 2 --concurrency 16 --batch 8 --queue-delay 0`",
    );
  });

  it('says where noise was not taken for gain', () => {
    const visits = [...rounds(several, [120, 95, 108]), ...rounds(single, [100, 105, 101])];

    const sentences = describeBest(measurements(visits));

    expect(sentences[0]).toBe(
      '**Likely best: `npm start -- digits --workers 1 --concurrency 1 --batch 1`** (another setting is not surely slower)',
    );
    expect(sentences[2]).toMatch(/^Next: 1 × 4: 107\.7\/s with 8 clients, \+5\.\d % \(90 %: −.* %\)\.$/);
  });

  it('is that of the search where the sweep was stopped before the end', () => {
    const visits: Visit[] = [{ phase: 'search', round: 1, setting: single, points: [point(100)] }];

    expect(describeBest(measurements(visits, { interrupted: true }))[1]).toContain(
      '1 × 1: 100.0/s with 8 clients, p50',
    );
  });
});

describe('batches', () => {
  it('pay where they are faster than the best without them', () => {
    const visits = [...rounds(single, [108, 111, 109]), ...rounds(batched, [120, 121, 119])];

    expect(judgeBatches(rowsIn(visits))?.pay).toBe(true);
    expect(describeBatches(measurements(visits))).toMatch(
      /^\*\*Batches pay: \+9\.\d % \(90 %: \+.* to \+.* %\)\*\*, 3 rounds\. 1 × 4, batches of 4: 120\.0\/s with 8 clients; 1 × 1: 109\.3\/s .*"batch": \{ "largest": 4 \}`\.$/,
    );
  });

  it.each([
    ['no faster than the same without', [100, 101, 99], [100, 102, 98], [99, 101, 100]],
    ['slower than one request at a time', [200, 201, 202], [100, 101, 102], [150, 151, 152]],
  ])('do not pay where they are %s', (_, one, same, together) => {
    const visits = [...rounds(single, one), ...rounds(several, same), ...rounds(batched, together)];

    expect(judgeBatches(rowsIn(visits))?.pay).toBe(false);
    expect(describeBatches(measurements(visits))).toContain('**Batches do not pay: ');
  });

  it.each([
    [
      'nothing without them met the objective',
      rounds(single, [100, 100], { lost: 100 }),
      'met the objective',
    ],
    ['there was one round', rounds(single, [100]), 'in one round'],
    ['a gain worth having may hide in the spread', rounds(single, [100, 150]), 'More rounds would decide'],
  ])('are an open request where %s', (_, others, said) => {
    const visits = [...others, ...rounds(batched, [150, 150])];

    expect(describeBatches(measurements(visits))).toMatch(
      new RegExp(`^\\*\\*Whether batches pay is open.*${said}`),
    );
  });

  it('that cannot be had are said to be so, with the reason', () => {
    const noBatches = 'one picture only';

    expect(describeBatches(measurements(rounds(single, [100, 100]), { noBatches }))).toBe(
      '**No batches possible**: one picture only.',
    );
  });
});

describe('what a sweep says of itself', () => {
  it.each([
    ['a load generator at its limit', { generatorBusy: 0.95 }, 'In 2 of 2 measurements the load generator'],
    ['workers that died', { deaths: 1 }, '**2 workers died**'],
  ])('names %s', (_, more, said) => {
    expect(describeDoubts(measurements(rounds(single, [100, 100], more))).join('\n')).toContain(said);
  });
});

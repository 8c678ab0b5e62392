import { describe, expect, it } from 'vitest';
import { describeGoals } from '../../../bench/goals.ts';
import { areAlike, bestOf, type Said } from '../../../bench/peers/agreement.ts';
import {
  type Comparison,
  formatComparison,
  judgeComparison,
  peerLoad,
  ratioOf,
} from '../../../bench/peers/report.ts';
import { spreadOf } from '../../../bench/spread.ts';
import { MEASUREMENTS } from '../measurements.ts';

/** Ten seconds of so many requests, of which some were refused. */
function load(requests: number, failures = 0) {
  const milliseconds = { p50: 10, p99: 20 };
  const result = { clients: 10, requests, requestsPerSecond: requests / 10, milliseconds };
  return peerLoad({ ...result, failures, cpuMilliseconds: 50 }, 2 * requests);
}

describe('two services under the same load', () => {
  it('are compared round by round, with the spread', () => {
    const rounds = [
      { ours: load(300), theirs: load(100) },
      { ours: load(100), theirs: load(50) },
      { ours: load(400), theirs: load(100) },
    ];

    expect(ratioOf(rounds)).toEqual({ median: 3, least: 2, most: 4 });
    expect(spreadOf([1, 4])).toEqual({ median: 2.5, least: 1, most: 4 });
  });

  it('say the same where their likeliest labels are the same', () => {
    expect(bestOf({ 1: 0.2, 7: 0.7, 3: 0.1 })).toEqual({ prediction: '7', probability: 0.7 });
  });

  it('say the same of a text where every element of its embedding is nearly the same', () => {
    const embedding = bestOf([0.1, 0.9, -0.3]);

    expect(areAlike(embedding, bestOf([0.10004, 0.9, -0.3]))).toBe(true);
    expect(areAlike(embedding, bestOf([0.1, 0.9, -0.301]))).toBe(false);
  });
});

describe('the table of a comparison', () => {
  const comparison: Comparison = {
    started: MEASUREMENTS.started,
    machine: MEASUREMENTS.machine,
    versions: { python: '3.13.1', fastapi: '0.142.2', uvloop: null },
    model: 'handwriting',
    contract: 'esun-2021',
    clients: 10,
    workers: 2,
    concurrency: 1,
    batch: 1,
    agreement: { contract: 'predictions', samples: 20, disagreements: [] },
    rounds: [{ ours: load(300), theirs: load(100) }],
    ratio: { median: 3, least: 2.9, most: 3.1 },
  };

  it('says what was compared, and how sure the ratio is', () => {
    const table = formatComparison(comparison);

    expect(table).toContain('python 3.13.1, fastapi 0.142.2, uvloop missing');
    expect(table).toMatch(/responses\/s +30 \(30 to 30\) +10 \(10 to 10\)\n/);
    expect(table).toMatch(/CPU ms a request +2\.00 \(2\.00 to 2\.00\)/);
    expect(table).toContain('front process and 2 workers, 1 requests at once each, no batches,');
  });

  it.each([
    [{ median: 3, least: 2.9, most: 3.1 }, '3.00 (2.90 to 3.10); this service serves more in every round'],
    [{ median: 0.6, least: 0.5, most: 0.9 }, '0.60 (0.50 to 0.90); FastAPI serves more in every round'],
    [{ median: 1.2, least: 0.9, most: 1.3 }, '1.20 (0.90 to 1.30); some rounds say more, some less'],
  ])('says which serves more: %j', (ratio, said) => {
    expect(formatComparison({ ...comparison, batch: 8, concurrency: 8, ratio })).toContain(
      `responses/s of this service over those of FastAPI: ${said}\n`,
    );
    expect(formatComparison({ ...comparison, batch: 8, concurrency: 8 })).toContain(
      '8 requests at once each, batches of 8,',
    );
  });

  it('has no CPU time where the system does not tell', () => {
    const silent = { ...load(100), cpuPerRequest: Number.NaN };

    const rounds = [{ ours: silent, theirs: silent }];
    const table = formatComparison({ ...comparison, rounds });

    expect(table).toMatch(/CPU ms a request +– +–\n/);
  });

  it('means nothing where responses differ, or are missing', () => {
    const best = { prediction: '一', probability: 0.4 };
    const disagreement = { sample: '7.jpg', ours: best, theirs: { prediction: '二', probability: 0.3 } };
    const judge = (disagreements: number, failures: number) =>
      judgeComparison({
        ...comparison,
        agreement: { ...comparison.agreement, disagreements: Array(disagreements).fill(disagreement) },
        rounds: [{ ours: load(300), theirs: load(100, failures) }],
      }).map(({ met }) => met);

    expect(judge(1, 0)).toEqual([true, true]);
    expect(judge(2, 0)).toEqual([true, false]);
    expect(judge(0, 1)).toEqual([false, true]);
  });

  it('quotes what was said differently, with its probability where the contract tells', () => {
    const measured = (contract: string, ours: Said, theirs: Said) =>
      describeGoals(
        judgeComparison({
          ...comparison,
          agreement: { contract, samples: 20, disagreements: [{ sample: '7', ours, theirs }] },
        }),
      )[1];

    const pictures = measured(
      'predictions',
      { prediction: '一', probability: 0.4 },
      { prediction: '二', probability: 0.3 },
    );
    const sentences = measured('esun-2022', { prediction: '天氣' }, { prediction: '天器' });

    expect(pictures).toMatch(/, before any threshold: 19 of 20; 7: 一 \(0\.40\) and 二 \(0\.30\)$/);
    expect(sentences).toMatch(/of the samples: 19 of 20; 7: 天氣 and 天器$/);
  });
});

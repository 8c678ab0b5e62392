import { describe, expect, it } from 'vitest';
import { describeGoals } from '../../../bench/goals.ts';
import { areAlike, bestOf, type Reply } from '../../../bench/peers/agreement.ts';
import { reportComparison } from '../../../bench/peers/report.ts';
import { spreadOf } from '../../../bench/spread.ts';

/** A load of ten seconds. @param failures number of failed requests */
function load(requests: number, failures = 0) {
  const milliseconds = { p50: 10, p99: 20 };
  const result = { clients: 10, requests, requestsPerSecond: requests / 10, milliseconds };
  return { ...result, failures, cpuMilliseconds: 50, cpuPerRequest: 2 };
}

const COMPARISON = {
  clients: 10,
  workers: 2,
  concurrency: 1,
  batch: 1,
  versions: { python: '3.13.1', fastapi: '0.142.2', uvloop: null },
  agreement: { contract: 'predictions', samples: 20, disagreements: [] },
  rounds: [{ ours: load(300), theirs: load(100) }],
};

describe('two services under the same load', () => {
  it('are compared round by round, with the spread', () => {
    const rounds = [300, 200, 400].map((requests) => ({ ours: load(requests), theirs: load(100) }));

    const { measurements } = reportComparison({ ...COMPARISON, rounds });
    expect(measurements).toMatchObject({ ...COMPARISON, rounds, ratio: { median: 3, least: 2, most: 4 } });
    expect(spreadOf([1, 4])).toEqual({ median: 2.5, least: 1, most: 4 });
  });

  it('agree if their best labels are equal, or all elements of their embeddings nearly equal', () => {
    const embedding = bestOf([0.1, 0.9, -0.3]);

    expect(bestOf({ 1: 0.2, 7: 0.7, 3: 0.1 })).toEqual({ prediction: '7', probability: 0.7 });
    expect(areAlike(embedding, bestOf([0.10004, 0.9, -0.3]))).toBe(true);
    expect(areAlike(embedding, bestOf([0.1, 0.9, -0.301]))).toBe(false);
  });
});

describe('the table of a comparison', () => {
  it('says what was compared, with CPU time if the system reports it', () => {
    const silent = { ...load(100), cpuPerRequest: Number.NaN };
    const table = reportComparison(COMPARISON).lines.join('\n');

    expect(table).toContain('python 3.13.1, fastapi 0.142.2, uvloop missing');
    expect(table).toMatch(/responses\/s +30 \(30 to 30\) +10 \(10 to 10\)\n/);
    expect(table).toMatch(/CPU ms a request +2\.00 \(2\.00 to 2\.00\)/);
    expect(table).toContain('front process and 2 workers, 1 requests at once each, no batches,');
    const rounds = [{ ours: silent, theirs: silent }];
    expect(reportComparison({ ...COMPARISON, rounds }).lines.join('\n')).toMatch(/CPU ms a request +– +–\n/);
  });

  it.each([
    [[300, 290, 310], '3.00 (2.90 to 3.10); this service serves more in every round'],
    [[60, 50, 90], '0.60 (0.50 to 0.90); FastAPI serves more in every round'],
    [[120, 90, 130], '1.20 (0.90 to 1.30); neither serves more in every round'],
  ])('says which serves more: %j beside 100', (requests, sentence) => {
    const rounds = requests.map((count) => ({ ours: load(count), theirs: load(100) }));

    const { lines } = reportComparison({ ...COMPARISON, batch: 8, concurrency: 8, rounds });

    expect(lines).toContain(`responses/s of this service over those of FastAPI: ${sentence}`);
    expect(lines.join('\n')).toContain('8 requests at once each, batches of 8,');
  });

  const PICTURE = [
    { prediction: '一', probability: 0.4 },
    { prediction: '二', probability: 0.3 },
  ] as const;
  const judge = (contract: string, failures: number, different: number, [ours, theirs]: readonly Reply[]) => {
    const disagreements = Array(different).fill({ sample: '7', ours, theirs });
    const rounds = [{ ours: load(300), theirs: load(100, failures) }];
    const agreement = { contract, samples: 20, disagreements };
    return reportComparison({ ...COMPARISON, agreement, rounds }).goals;
  };

  it.each([
    [0, 0, [true, true]],
    [1, 0, [true, true]],
    [2, 0, [true, false]],
    [0, 1, [false, true]],
  ])('misses a goal if many responses differ or one is missing: %i and %i', (different, failures, met) => {
    expect(judge('predictions', failures, different, PICTURE).map((goal) => goal.met)).toEqual(met);
  });

  it.each([
    ['predictions', PICTURE, ', before any threshold: 19 of 20; 7: 一 (0.40) and 二 (0.30)'],
    [
      'esun-2022',
      [{ prediction: '天氣' }, { prediction: '天器' }],
      'of the samples: 19 of 20; 7: 天氣 and 天器',
    ],
  ])('quotes responses of %s that differ, with their probabilities if known', (contract, sentence, words) => {
    const [, line] = describeGoals(judge(contract, 0, 1, sentence));

    expect(line!.endsWith(words), line).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { readSweepOptions, type SweepOptions } from '../../../load-tests/sweep/options.ts';
import { settingsOf } from '../../../load-tests/sweep/setting.ts';
import { DEFAULT_MODEL } from '../../../model-repository/find-model.ts';
import { UsageError } from '../../../project/usage-error.ts';
import { setting } from './fixtures.ts';

const read = (typed: string, cores?: number) => readSweepOptions(typed.split(' ').filter(Boolean), cores);

describe('the command line of a sweep', () => {
  it.each<[string, string, object, number?]>([
    ['no option', '', { model: DEFAULT_MODEL, minutes: 10, limitMilliseconds: undefined, quantile: 0.99 }],
    [
      'every axis as a list, in rising order and each value once',
      '--clients 8,1,8 --workers 3 --concurrency 1,8 --batch 8,1',
      { axes: { clients: [1, 8], workers: [3], concurrency: [1, 8], batch: [1, 8] } },
    ],
    ['axes that suit two cores', '', { axes: { clients: [1, 2, 4, 8, 16, 32, 64], workers: [1, 2] } }, 2],
    ['more clients for more cores', '', { axes: { clients: expect.arrayContaining([1, 64, 512]) } }, 16],
    ['one worker for one core', '', { axes: { workers: [1] } }, 1],
  ])('takes %s', (_, typed, expected, cores) => {
    expect(read(typed, cores)).toMatchObject(expected);
  });

  it('gives no setting twice: no batch is larger than the concurrency', () => {
    const { axes } = read('--workers 1 --concurrency 1,4 --batch 1,4,16') as SweepOptions;

    expect(settingsOf(axes)).toEqual([setting(1), setting(4), setting(4, 4)]);
  });

  it.each([
    ['--clients 1,two', '--clients must be a whole number from 1 to 4096, not "two"'],
    ['--clients 0', '--clients must be a whole number from 1 to 4096, not "0"'],
    ['--batch 8 --concurrency 1,4', '--batch 8 needs a --concurrency of at least 8'],
    ['--minutes long', '--minutes must be a number from 0.1 to 1440, not "long"'],
    ['--percentile 100', '--percentile must be a number from 50 to 99.999'],
    ['digits handwriting', 'expected one model, received also handwriting'],
    ['--local', 'there is no option --local'],
    ['--minuts 3', 'did you mean --minutes?'],
  ])('refuses %s with a line that helps', (typed, message) => {
    expect(() => read(typed)).toThrow(UsageError);
    expect(() => read(typed)).toThrow(message);
  });
});

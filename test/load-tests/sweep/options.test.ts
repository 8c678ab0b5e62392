import { describe, expect, it } from 'vitest';
import { readSweepOptions, type SweepOptions } from '../../../load-tests/sweep/options.ts';
import { settingsOf } from '../../../load-tests/sweep/setting.ts';
import { DEFAULT_MODEL } from '../../../model-repository/find-model.ts';
import { UsageError } from '../../../project/usage-error.ts';
import { setting } from './fixtures.ts';

describe('the command line of a sweep', () => {
  it('sweeps the usual model for ten minutes by default', () => {
    expect(readSweepOptions([])).toMatchObject({
      model: DEFAULT_MODEL,
      minutes: 10,
      limitMilliseconds: undefined,
      quantile: 0.99,
    });
  });

  it('takes every axis as a list, in rising order and each value once', () => {
    const lists = ['--clients', '8,1,8', '--workers', '3', '--concurrency', '1,8', '--batch', '8,1'];

    expect(readSweepOptions(lists)).toMatchObject({
      axes: {
        clients: [1, 8],
        workers: [3],
        concurrency: [1, 8],
        batch: [1, 8],
      },
    });
  });

  it.each([
    [['--clients', '1,two'], '--clients must be a whole number from 1 to 4096, not "two"'],
    [['--clients', '0'], '--clients must be a whole number from 1 to 4096, not "0"'],
    [['--batch', '8', '--concurrency', '1,4'], '--batch 8 needs a --concurrency of at least 8'],
    [['--minutes', 'long'], '--minutes must be a number from 0.1 to 1440, not "long"'],
    [['--percentile', '100'], '--percentile must be a number from 50 to 99.999'],
    [['digits', 'handwriting'], 'expected one model, received also handwriting'],
    [['--local'], 'there is no option --local'],
    [['--minuts', '3'], 'did you mean --minutes?'],
  ])('refuses %j with a line that helps', (commandLine, message) => {
    expect(() => readSweepOptions(commandLine)).toThrow(UsageError);
    expect(() => readSweepOptions(commandLine)).toThrow(message);
  });
});

describe('the axes of a sweep', () => {
  const axesOf = (options: string[], cores?: number) =>
    (readSweepOptions(options, cores) as SweepOptions).axes;

  it('grow with the machine', () => {
    expect(axesOf([], 2)).toMatchObject({ clients: [1, 2, 4, 8, 16, 32, 64], workers: [1, 2] });
    expect(axesOf([], 16).clients.at(-1)).toBe(512);
    expect(axesOf([], 1).workers).toEqual([1]);
  });

  it('give no setting twice: no batch is larger than the concurrency', () => {
    const lists = ['--workers', '1', '--concurrency', '1,4', '--batch', '1,4,16'];

    expect(settingsOf(axesOf(lists))).toEqual([setting(1), setting(4), setting(4, 4)]);
  });
});

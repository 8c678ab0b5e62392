import { describe, expect, it } from 'vitest';
import { parseOptions } from '../../../load-tests/run/options.ts';
import { UsageError } from '../../../load-tests/run/usage.ts';
import { DEFAULT_TASK } from '../../../tasks/find-task.ts';

describe('the command line', () => {
  it('promises p99 within the budget of the task, and as many right answers as it says, by default', () => {
    expect(parseOptions(['poisson', '--target', 'http://127.0.0.1:8080/'])).toMatchObject({
      scenario: 'poisson',
      where: { target: 'http://127.0.0.1:8080' },
      asked: { task: DEFAULT_TASK, contract: undefined, samples: undefined },
      demands: { quantile: 0.99, limitMilliseconds: undefined, accuracy: undefined, confidence: 0 },
      amount: {},
    });
  });

  it('takes a task, one of its contracts, and other samples', () => {
    const options = ['--task', 'digits', '--contract', 'predictions', '--samples', '/somewhere'];

    expect(parseOptions(['poisson', '--target', 'http://x', ...options])).toMatchObject({
      asked: { task: 'digits', contract: 'predictions', samples: '/somewhere' },
    });
  });

  it('keeps the path of a stage in the address', () => {
    expect(parseOptions(['poisson', '--target', 'https://api.test/prod/'])).toMatchObject({
      where: { target: 'https://api.test/prod' },
    });
  });

  it('starts as many local environments as are provisioned unless told otherwise', () => {
    expect(parseOptions(['all', '--local'])).toMatchObject({
      where: { local: { provisioned: 2, maxConcurrency: 2 } },
    });
    expect(parseOptions(['all', '--local', '--provisioned', '1', '--max-concurrency', '4'])).toMatchObject({
      where: { local: { provisioned: 1, maxConcurrency: 4 } },
    });
  });

  it('takes another amount and another promise', () => {
    const options = [
      'poisson',
      '--local',
      '--rate',
      '7',
      '--count',
      '70',
      '--duration',
      '9',
      '--share',
      '0.1',
    ];
    const promise = ['--percentile', '99.9', '--limit', '250', '--accuracy', '97', '--confidence', '95'];

    expect(parseOptions([...options, ...promise])).toMatchObject({
      amount: { rate: 7, count: 70, duration: 9, share: 0.1 },
      demands: { limitMilliseconds: 250, accuracy: 0.97, confidence: 0.95 },
    });
  });

  it('asks a quarter with --brief', () => {
    expect(parseOptions(['all', '--local', '--brief'])).toMatchObject({ amount: { scale: 0.25 } });
  });

  it.each([
    [[], 'expected a scenario (organizer, steady-5,'],
    [['stampede', '--local'], 'received stampede'],
    [['poisson'], 'expected either --local or --target URL'],
    [['poisson', '--local', '--target', 'http://x'], 'expected either --local or --target URL'],
    [['poisson', '--target', 'ftp://x'], 'expected an http or https address for --target, received ftp://x'],
    [['poisson', '--local', '--rate', '2.5'], 'expected a whole number for --rate, received 2.5'],
    [['poisson', '--local', '--duration', '2.5'], 'expected a whole number for --duration, received 2.5'],
    [['poisson', '--target', 'http://x', '--provisioned', '4'], '--provisioned does not fit --target'],
    [
      ['poisson', '--target', 'http://x', '--max-concurrency', '4'],
      '--max-concurrency does not fit --target',
    ],
    [['poisson', '--local', '--percentile', '100'], 'expected a number from 50 to 99.999 for --percentile'],
    [['poisson', '--local', '--count', 'many'], 'for --count, received many'],
    [['poisson', '--local', '--limit', ''], 'for --limit'],
    [['poisson', '--local', '--provisioned', '3', '--max-concurrency', '2'], 'for --max-concurrency'],
    [['poisson', '--local', '--frobnicate'], "Unknown option '--frobnicate'"],
    [['poisson', 'peak', '--local'], 'received also peak'],
    [['poisson', 'digits', '--local'], 'received also digits; --task names a task'],
    [['report'], 'report needs at least one folder'],
  ])('refuses %j with a line that helps', (commandLine, message) => {
    expect(() => parseOptions(commandLine)).toThrow(UsageError);
    expect(() => parseOptions(commandLine)).toThrow(message);
  });
});

import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { describeCommandLine } from '../../../load-tests/options/command-line.ts';
import { parseOptions } from '../../../load-tests/options/options.ts';
import { UsageError } from '../../../project/usage-error.ts';

const none = (...names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]));

describe('the command line', () => {
  it.each([
    [
      'poisson --target http://127.0.0.1:8080/',
      {
        scenario: 'poisson',
        where: { target: { url: 'http://127.0.0.1:8080', headers: {} } },
        source: none('model', 'contract', 'samples'),
        demands: none('quantile', 'limitMilliseconds', 'accuracy', 'confidence'),
        amount: {},
      },
    ],
    [
      'poisson --target https://x --header X-Api-Key:a:b --header accept:*/*',
      { where: { target: { headers: { 'x-api-key': 'a:b', accept: '*/*' } } } },
    ],
    ['poisson --local --header a:b', { where: { local: { headers: { a: 'b' } } } }],
    ['poisson --local --header a:\tb\t', { where: { local: { headers: { a: 'b' } } } }],
    ['poisson --local --warm-up 5', { amount: { warmUp: 5 } }],
    ['burst --local', { where: { local: { workers: availableParallelism() } } }],
    ['burst --local --workers 3', { where: { local: { workers: 3 } } }],
    ['repeat --local --rate 7 --count 70 --share 0.1', { amount: { rate: 7, count: 70, share: 0.1 } }],
    ['poisson --local --duration 9', { amount: { duration: 9 } }],
    [
      'poisson --local --percentile 99.9 --limit 250 --accuracy 97 --confidence 95',
      { demands: { limitMilliseconds: 250, accuracy: 0.97, confidence: 0.95 } },
    ],
    ['closed --local --clients 70 --think 2-5', { amount: { clients: 70, think: [2, 5] } }],
    ['closed --local --think 0.5', { amount: { think: [0.5, 0.5] } }],
  ])('takes %s', (typed, expected) => {
    expect(parseOptions(typed.split(' '))).toMatchObject(expected);
  });

  it.each([
    ['', 'expected a scenario (organizer, closed,'],
    ['stampede --local', 'received stampede'],
    ['possion --local', 'there is no scenario possion: did you mean poisson?'],
    ['sweeep', 'there is no scenario sweeep: did you mean sweep?'],
    ['poisson', 'exactly one of --local and --target URL is required'],
    ['poisson --local --target http://x', 'exactly one of --local and --target URL is required'],
    ['poisson --target ftp://x', '--target must be an http or https address'],
    ['poisson --target https://me:pw@x/?key=1', '--target must not contain a user, ? or #'],
    ['poisson --local --header no-colon', "--header must be 'name: value', not no-colon"],
    ['poisson --local --header bad/name:secret', "--header must be 'name: value', not bad/name: …"],
    ['poisson --local --confidence 0', '--confidence must be a number from 50 to 99.9999'],
    ['poisson --local --rate 2.5', '--rate must be a whole number from 1 to 100000, not "2.5"'],
    ['poisson --target http://x --workers 4', '--workers needs --local'],
    ['poisson --local --percentile 100', '--percentile must be a number from 50 to 99.999'],
    ['poisson --local --count many', '--count must be a whole number from 1 to 10000000, not "many"'],
    ['poisson --local --workers 0', '--workers must be a whole number from 1 to 1000'],
    ['poisson --local --frobnicate', 'there is no option --frobnicate; npm run load -- --help lists all'],
    ['poisson peak --local', 'received also peak'],
    ['poisson digits --local', 'received also digits; --model names a model'],
    [
      'closed --local --think 5-2',
      '--think must be seconds such as 3, or a rising range such as 2-5, not 5-2',
    ],
    ['report', 'report needs one folder'],
    ['report a b', 'report needs one folder'],
  ])('refuses "%s" with a line that helps', (typed, message) => {
    const parse = () => parseOptions(typed.split(' ').filter(Boolean));

    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(message);
  });
});

describe('the command line in a report', () => {
  it('can be pasted into a shell', () => {
    const typed = ['poisson', '--local', '--samples', "/my pictures/it's"];

    expect(describeCommandLine(typed)).toBe(
      "npm run load -- poisson --local --samples '/my pictures/it'\\''s'",
    );
  });

  it.each([
    [['--header', 'authorization: Bearer secret'], "'authorization: …'"],
    [['--header=x-api-key:secret'], "'--header=x-api-key: …'"],
  ])('does not show the value of the header in %j', (typed, shown) => {
    expect(describeCommandLine(['poisson', ...typed])).toContain(shown);
    expect(describeCommandLine(['poisson', ...typed])).not.toMatch(/secret|cret@/);
  });
});

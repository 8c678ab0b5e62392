import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseOptions } from '../../../load-tests/options/options.ts';
import { UsageError } from '../../../project/usage-error.ts';

describe('the command line', () => {
  it('sets p99 within the deadline of the model, and as many right predictions as it says, by default', () => {
    expect(parseOptions(['poisson', '--target', 'http://127.0.0.1:8080/'])).toMatchObject({
      scenario: 'poisson',
      where: { target: { url: 'http://127.0.0.1:8080', headers: {} } },
      source: { model: undefined, contract: undefined, samples: undefined },
      demands: {
        quantile: undefined,
        limitMilliseconds: undefined,
        accuracy: undefined,
        confidence: undefined,
      },
      amount: {},
    });
  });

  it('takes headers for every request', () => {
    const options = ['--header', 'X-Api-Key: a:b', '--header', 'accept:  */* '];

    expect(parseOptions(['poisson', '--target', 'https://x', ...options])).toMatchObject({
      where: { target: { headers: { 'x-api-key': 'a:b', accept: '*/*' } } },
    });
    expect(parseOptions(['poisson', '--local', '--header', 'a: b'])).toMatchObject({
      where: { local: { headers: { a: 'b' } } },
    });
  });

  it('takes a warm-up and baselines', () => {
    const options = ['--warm-up', '5', '--baseline', 'a.json', '--baseline', 'b.json'];

    expect(parseOptions(['poisson', '--local', ...options])).toMatchObject({
      amount: { warmUp: 5 },
      outputs: {
        baselines: [resolve('a.json'), resolve('b.json')],
      },
    });
  });

  it('starts a local worker for each core unless told otherwise', () => {
    expect(parseOptions(['all', '--local'])).toMatchObject({
      where: { local: { workers: availableParallelism() } },
    });
    expect(parseOptions(['all', '--local', '--workers', '3'])).toMatchObject({
      where: { local: { workers: 3 } },
    });
  });

  it('takes another amount and another objective', () => {
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
    const objective = ['--percentile', '99.9', '--limit', '250', '--accuracy', '97', '--confidence', '95'];

    expect(parseOptions([...options, ...objective])).toMatchObject({
      amount: { rate: 7, count: 70, duration: 9, share: 0.1 },
      demands: { limitMilliseconds: 250, accuracy: 0.97, confidence: 0.95 },
    });
  });

  it('takes clients that think for some seconds, or for a range of them', () => {
    const amountOf = (think: string) =>
      parseOptions(['closed', '--local', '--clients', '70', '--think', think]);

    expect(amountOf('2-5')).toMatchObject({ amount: { clients: 70, think: [2, 5] } });
    expect(amountOf('0.5')).toMatchObject({ amount: { think: [0.5, 0.5] } });
  });

  it.each([
    [[], 'expected a scenario (organizer, closed,'],
    [['stampede', '--local'], 'received stampede'],
    [['possion', '--local'], 'there is no scenario possion: did you mean poisson?'],
    [['sweeep'], 'there is no scenario sweeep: did you mean sweep?'],
    [['poisson'], 'exactly one of --local and --target URL is required'],
    [['poisson', '--local', '--target', 'http://x'], 'exactly one of --local and --target URL is required'],
    [['poisson', '--target', 'ftp://x'], '--target must be an http or https address'],
    [['poisson', '--target', 'https://me:pw@x/?key=1'], '--target must not contain user, ? or #'],
    [['poisson', '--local', '--header', 'no colon'], "--header must be 'name: value', not no colon"],
    [
      ['poisson', '--local', '--header', 'bad name: secret'],
      "--header must be 'name: value', not bad name: …",
    ],
    [['poisson', '--local', '--confidence', '0'], '--confidence must be a number from 50 to 99.9999'],
    [['poisson', '--local', '--rate', '2.5'], '--rate must be a whole number from 1 to 100000, not "2.5"'],
    [['poisson', '--target', 'http://x', '--workers', '4'], '--workers needs --local'],
    [['poisson', '--local', '--percentile', '100'], '--percentile must be a number from 50 to 99.999'],
    [
      ['poisson', '--local', '--count', 'many'],
      '--count must be a whole number from 1 to 10000000, not "many"',
    ],
    [['poisson', '--local', '--workers', '0'], '--workers must be a whole number from 1 to 1000'],
    [
      ['poisson', '--local', '--frobnicate'],
      'there is no option --frobnicate; npm run load -- --help lists all',
    ],
    [['poisson', '--local', '--task', 'digits'], 'there is no option --task any more: it is --model now'],
    [['poisson', 'peak', '--local'], 'received also peak'],
    [['poisson', 'digits', '--local'], 'received also digits; --model names a model'],
    [['closed', '--local', '--think', '5-2'], '--think must be seconds such as 3, or 2-5, not 5-2'],
    [['report'], 'report needs one folder'],
    [['report', 'a', 'b'], 'report needs one folder'],
  ])('refuses %j with a line that helps', (commandLine, message) => {
    expect(() => parseOptions(commandLine)).toThrow(UsageError);
    expect(() => parseOptions(commandLine)).toThrow(message);
  });
});

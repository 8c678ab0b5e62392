import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../bench/options.ts';
import { DEFAULT_MODEL } from '../../model-repository/find-model.ts';
import { projectDirectory } from '../../project/paths.ts';
import { UsageError } from '../../project/usage-error.ts';

function bench(options: string[]) {
  return spawnSync(process.execPath, ['bin/bench.ts', ...options], {
    cwd: projectDirectory,
    encoding: 'utf8',
  });
}

describe('the command line of the bench', () => {
  it('measures the default model beside its members alone', () => {
    expect(readOptions([])).toMatchObject({
      mode: 'service',
      model: DEFAULT_MODEL,
      contract: undefined,
      clients: 10,
      seconds: 10,
      json: undefined,
    });
    expect(readOptions(['digits', '--contract', 'open-inference', '--clients', '4'])).toMatchObject({
      model: 'digits',
      contract: 'open-inference',
      clients: 4,
    });
  });

  it('compares with peers as npm start serves, unless told otherwise', () => {
    expect(readOptions(['--peers', '--python', 'dist/python/bin/python', '--rounds', '3'])).toMatchObject({
      mode: 'peers',
      clients: 10,
      python: 'dist/python/bin/python',
      rounds: 3,
      concurrency: undefined,
      batch: undefined,
    });
    expect(readOptions(['--peers', '--concurrency', '8', '--batch', '8'])).toMatchObject({
      concurrency: 8,
      batch: 8,
    });
  });

  it('overloads by any contract', () => {
    expect(readOptions(['--overload', '--contract', 'predictions'])).toMatchObject({
      mode: 'overload',
      contract: 'predictions',
    });
  });

  it.each([
    [['--seconds', 'ten'], '--seconds must be a whole number of at least 1, not "ten"'],
    [['--clients', '1,2'], '--clients must be a whole number of at least 1, not "1,2"'],
    [['--peers', '--roofline'], '--peers and --roofline exclude each other'],
    [['--roofline', '--clients', '8'], '--clients needs --steps or --peers instead of --roofline'],
    [
      ['--roofline', '--chart', 'roof.svg'],
      'there is no option --chart any more: --json has every point of it',
    ],
    [['--python', 'python3'], '--python needs --peers'],
    [['--steps', '--batch', '1'], '--batch needs --peers instead of --steps'],
    [['--rounds', '3'], '--rounds needs --steps or --peers'],
    [['--second', '5'], 'there is no option --second: did you mean --seconds?'],
  ])('refuses %j in one line', (options, message) => {
    const refusal = expect(() => readOptions(options));

    refusal.toThrow(UsageError);
    refusal.toThrow(message);
  });
});

describe.runIf(process.platform === 'linux')('npm run bench', () => {
  it.each([
    [['--contract', 'unheard-of'], 2, 'does not have the contract "unheard-of"'],
    [['--json', '/no/such/folder/x.json'], 2, 'cannot write --json /no/such/folder/x.json: ENOENT'],
  ])('says of %j in one line, before it measures, what ends it', (options, status, message) => {
    const run = bench(options);

    expect([run.status, run.stdout]).toEqual([status, '']);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain(message);
  });
});

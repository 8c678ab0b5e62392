import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../bench/options.ts';
import { projectDirectory } from '../../project/places.ts';
import { UsageError } from '../../project/usage-error.ts';
import { DEFAULT_TASK } from '../../tasks/find-task.ts';

function bench(options: string[], environment: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, ['bin/bench.ts', ...options], {
    cwd: projectDirectory,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
}

describe('the command line of the bench', () => {
  it('measures everything of the usual task by default', () => {
    expect(readOptions([])).toMatchObject({
      mode: 'whole',
      task: DEFAULT_TASK,
      contract: undefined,
      clients: [],
      tensors: false,
      chart: undefined,
      seconds: 10,
      requests: 10_000,
      json: undefined,
    });
  });

  it('sends tensors by the one contract that takes them', () => {
    expect(readOptions(['digits', '--tensors', '--clients', '8'])).toMatchObject({
      contract: 'open-inference',
      tensors: true,
    });
    expect(() => readOptions(['digits', '--tensors'])).toThrow('--tensors goes with --clients');
    expect(() => readOptions(['--tensors', '--clients', '8', '--contract', 'predictions'])).toThrow(
      'open-inference',
    );
  });

  it('measures members alone without anything of a service', () => {
    expect(readOptions(['digits', '--roofline', '--chart', 'roof.svg'])).toMatchObject({
      mode: 'roofline',
      chart: 'roof.svg',
    });
    expect(() => readOptions(['--roofline', '--clients', '8'])).toThrow(
      '--roofline measures members without any service',
    );
    expect(() => readOptions(['--chart', 'roof.svg'])).toThrow('--chart goes with --roofline');
  });

  it('takes a task, a contract and numbers of clients', () => {
    const options = readOptions(['digits', '--contract', 'open-inference', '--clients', '1,2,4,8']);

    expect(options).toMatchObject({
      mode: 'clients',
      task: 'digits',
      contract: 'open-inference',
      clients: [1, 2, 4, 8],
    });
  });

  it('compares with peers, as many clients as the published services had', () => {
    expect(readOptions(['--peers', '--python', 'dist/python/bin/python', '--rounds', '3'])).toMatchObject({
      mode: 'peers',
      clients: [10],
      python: 'dist/python/bin/python',
      rounds: 3,
      concurrency: 1,
      batch: undefined,
    });
    expect(readOptions(['--peers', '--concurrency', '8', '--batch', '8'])).toMatchObject({
      concurrency: 8,
      batch: 8,
    });
    expect(readOptions(['--peers'])?.json).toMatch(/dist.bench.peers\.json$/);
    expect(readOptions(['--peers', '--json', 'x.json'])?.json).toBe('x.json');
  });

  it.each([
    [['--seconds', 'ten'], '--seconds must be a whole number of at least 1, not "ten"'],
    [['--requests', '0'], '--requests must be a whole number of at least 1, not "0"'],
    [['--second', '5'], 'there is no option --second: did you mean --seconds?'],
    [['--clients', '1,,2'], '--clients must be numbers of clients such as 1,2,4,8, not "1,,2"'],
    [['--peers', '--clients', '1,2'], '--peers takes one number of clients, not "1,2"'],
    [['--peers', '--roofline'], '--roofline or --peers: one at a time'],
    [['--python', 'python3'], '--python goes with --peers'],
    [['--steps', '--batch', '1'], '--batch goes with --peers'],
    [['--peers', '--batch', '8', '--concurrency', '4'], '--batch 8 needs --concurrency 8 at least'],
    [['--rounds', '3'], '--rounds goes with --peers or --steps'],
    [['one', 'two'], 'expected one task, received also two'],
  ])('refuses %j in one line', (options, message) => {
    const refusal = expect(() => readOptions(options));

    refusal.toThrow(UsageError);
    refusal.toThrow(message);
  });
});

describe.runIf(process.platform === 'linux')('npm run bench', () => {
  it.each([
    [['--second', '5'], {}, 2, 'there is no option --second: did you mean --seconds?'],
    [['no-such-task'], {}, 2, 'there is no task "no-such-task"'],
    [['--contract', 'unheard-of'], {}, 2, 'cannot be asked by a contract "unheard-of"'],
    [['--json', '/no/such/folder/x.json'], {}, 2, 'cannot write --json /no/such/folder/x.json: ENOENT'],
    [[], { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' }, 1, 'unset AWS_ENDPOINT_URL_DYNAMODB'],
  ])(
    'says of %j %j in one line, before it measures, what ends it',
    (options, environment, status, message) => {
      const run = bench(options, environment);

      expect([run.status, run.stdout]).toEqual([status, '']);
      expect(run.stderr.trim().split('\n')).toHaveLength(1);
      expect(run.stderr).toContain(message);
    },
  );

  it('says what it judges', () => {
    const run = bench(['--help']);

    expect(run.status).toBe(0);
    expect(run.stdout).toContain('at most 1.5 times the CPU time of the members that are asked');
  });
});

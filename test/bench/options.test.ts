import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../bench/options.ts';
import { PROJECT_DIRECTORY } from '../../local/options.ts';
import { ServiceError } from '../../local/service-error.ts';
import { DEFAULT_TASK } from '../../tasks/find-task.ts';

function bench(options: string[], environment: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, ['bin/bench.ts', ...options], {
    cwd: PROJECT_DIRECTORY,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
}

describe('the command line of the bench', () => {
  it('measures everything of the usual task by default', () => {
    expect(readOptions([])).toEqual({
      task: DEFAULT_TASK,
      contract: undefined,
      clients: undefined,
      tensors: false,
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

  it('takes a task, a contract and numbers of clients', () => {
    const options = readOptions(['digits', '--contract', 'open-inference', '--clients', '1,2,4,8']);

    expect(options).toMatchObject({ task: 'digits', contract: 'open-inference', clients: [1, 2, 4, 8] });
  });

  it.each([
    [['--seconds', 'ten'], '--seconds and --requests must be whole numbers of at least 1'],
    [['--requests', '0'], '--seconds and --requests must be whole numbers of at least 1'],
    [['--second', '5'], "Unknown option '--second'"],
    [['--clients', '1,,2'], '--clients must be numbers of clients such as 1,2,4,8, received 1,,2'],
    [['one', 'two'], 'expected one task, received also two'],
  ])('refuses %j in one line', (options, message) => {
    const refusal = expect(() => readOptions(options));

    refusal.toThrow(ServiceError);
    refusal.toThrow(message);
  });
});

describe.runIf(process.platform === 'linux')('npm run bench', () => {
  it.each([
    [['--second', '5'], {}, 2, "Unknown option '--second'"],
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
    expect(run.stdout).toContain('at most 2.0 times the CPU time of the members that are asked');
  });
});

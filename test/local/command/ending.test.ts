import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { projectDirectory } from '../../../project/paths.ts';
import { isAlive } from '../../support/processes.ts';
import { runNode } from '../support/run-start.ts';

const ENDING = pathToFileURL(join(projectDirectory, 'local', 'command', 'ending.ts')).href;
/** A program that prints `ready`, and later how it was asked to end. */
const PROGRAM = `
  import { endInTime } from ${JSON.stringify(ENDING)};
  const open = setInterval(() => {}, 1000);
  endInTime(() => { console.log('ends'); clearInterval(open); }, () => { console.log('at once'); });
  console.log('ready', process.pid);
`;
/** Stub for npm's shell: starts the program, runs until it is killed itself, and forwards no signals. */
const SHELL = `
  import { spawn } from 'node:child_process';
  const { execPath, argv } = process;
  spawn(execPath, ['--input-type=module', '-e', argv[1]], { stdio: 'inherit' });
  setInterval(() => {}, 1000);
`;

/** Runs a program. The process that prints `ready` is killed at the end of the test. */
function run(program: string, parameters: string[], environment: NodeJS.ProcessEnv) {
  const { npm_lifecycle_event: _ours, ...others } = process.env;
  const env = { ...others, ...environment };
  const started = runNode(['--input-type=module', '-e', program, ...parameters], env);
  onTestFinished(() => {
    const pid = Number(/ready (\d+)/.exec(started.output)?.[1]);
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  return started;
}

const printed = (run: { output: string }, text: RegExp) => expect.poll(() => run.output).toMatch(text);

describe.skipIf(process.platform === 'win32')('A service', () => {
  it.each([
    ['ends if npm has started it', { npm_lifecycle_event: 'start' }, true],
    ['goes on if npm has not started it', {}, false],
  ])('whose shell was killed without passing on a signal %s', async (_, environment, ends) => {
    const shell = run(SHELL, [PROGRAM], environment);
    await printed(shell, /ready/);

    shell.process.kill('SIGKILL');

    if (ends) return printed(shell, /ends/);
    await delay(1200);
    expect(shell.output).not.toMatch(/ends/);
  });

  it('ends once at a signal that came twice, from the terminal and from npm', async () => {
    const service = run(PROGRAM, [], {});
    await printed(service, /ready/);

    service.process.kill('SIGINT');
    service.process.kill('SIGTERM');

    await service.exit;
    expect(service.output.match(/ends|at once/g)).toEqual(['ends']);
  });
});

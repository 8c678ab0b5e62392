import { type ChildProcess, spawn } from 'node:child_process';
import type { EnvironmentPlan } from './environment-plan.ts';

/**
 * Starts the process of an environment, in a group of its own: Ctrl-C in a terminal must not end it before its request is done.
 *
 * @param variables what differs from environment to environment
 */
export function startProcess(
  { command, taskRoot, variables: common, output }: EnvironmentPlan,
  variables: Readonly<Record<string, string>>,
): ChildProcess {
  const [program = '', ...parameters] = command;
  return spawn(program, parameters, {
    cwd: taskRoot,
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...common, ...variables },
  });
}

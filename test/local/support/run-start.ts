/** Programs that run in their own process, which is killed at the end of the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { expect, onTestFinished } from 'vitest';
import { projectDirectory } from '../../../project/paths.ts';

interface ProgramRun {
  readonly process: ChildProcess;
  output: string;
  errors: string;
  readonly exit: Promise<number | null>;
}

/** Runs Node in the project's directory. */
export function runNode(parameters: readonly string[], env = process.env): ProgramRun {
  const child = spawn(process.execPath, parameters, { cwd: projectDirectory, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const run: ProgramRun = { process: child, output: '', errors: '', exit };
  child.stdout.on('data', (data) => {
    run.output += data;
  });
  child.stderr.on('data', (data) => {
    run.errors += data;
  });
  return run;
}

/** `npm start` on a free port by default. @returns also a function that waits for the line with its address */
export function runStart(options: readonly string[]) {
  const port = options.includes('--port') ? [] : ['--port', '0'];
  const run = runNode(['bin/start.ts', ...options, ...port]);
  const listening = async () => {
    await expect.poll(() => run.output).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+$/m);
    return Object.assign(run, { url: /http:\/\/127\.0\.0\.1:\d+/.exec(run.output)![0] });
  };
  return Object.assign(run, { listening });
}

/** Programs that run in their own process, which is killed at the end of the test by default. */
import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished, vi } from 'vitest';
import { projectDirectory } from '../../../project/paths.ts';

interface ProgramRun {
  readonly process: ChildProcess;
  output: string;
  errors: string;
  readonly exit: Promise<number | null>;
}

/** Called with the function that kills the process, so that a test can choose when to call it. */
export type AtEnd = (kill: () => void) => void;

/** Runs Node in the project's directory. */
export function runNode(
  parameters: readonly string[],
  env = process.env,
  atEnd: AtEnd = onTestFinished,
): ProgramRun {
  const child = spawn(process.execPath, parameters, { cwd: projectDirectory, env });
  atEnd(() => void child.kill('SIGKILL'));
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

/** Runs `npm start`, by default on a free port. The returned `listening` waits until the service has printed its address. */
export function runStart(options: readonly string[], env?: NodeJS.ProcessEnv, atEnd?: AtEnd) {
  const port = options.includes('--port') ? [] : ['--port', '0'];
  const run = runNode(['bin/start.ts', ...options, ...port], env, atEnd);
  const listening = async () => {
    const isListening = () => /^Listening on http:\/\/127\.0\.0\.1:\d+$/m.test(run.output);
    await vi.waitUntil(isListening, { timeout: 60_000, interval: 10 });
    return Object.assign(run, { url: /http:\/\/127\.0\.0\.1:\d+/.exec(run.output)![0] });
  };
  return Object.assign(run, { listening });
}

/** `npm start` as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { expect, onTestFinished } from 'vitest';
import { projectDirectory } from '../../../project/paths.ts';

export interface StartRun {
  readonly process: ChildProcess;
  output: string;
  errors: string;
  readonly exit: Promise<number | null>;
  /** Waits for the line with the address. */
  listening(): Promise<StartRun & { readonly url: string }>;
}

/** On any free port unless options say otherwise; it is gone when the test is over. */
export function runStart(options: readonly string[]): StartRun {
  const port = options.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(process.execPath, ['bin/start.ts', ...options, ...port], { cwd: projectDirectory });
  onTestFinished(() => void child.kill('SIGKILL'));
  const run: StartRun = {
    process: child,
    output: '',
    errors: '',
    exit: new Promise((resolve) => child.once('close', resolve)),
    async listening() {
      await expect.poll(() => run.output).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+$/m);
      return Object.assign(run, { url: /http:\/\/127\.0\.0\.1:\d+/.exec(run.output)![0] });
    },
  };
  child.stdout.on('data', (data) => {
    run.output += data;
  });
  child.stderr.on('data', (data) => {
    run.errors += data;
  });
  return run;
}

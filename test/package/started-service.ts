import { spawn } from 'node:child_process';
import { expect, onTestFinished } from 'vitest';

/**
 * Starts a service in a folder, on a free port.
 *
 * @param command the program and its parameters
 * @returns its address, and a function that stops it as Ctrl-C does and returns its exit code
 */
export async function startService(cwd: string, ...command: readonly string[]) {
  const child = spawn(process.execPath, [...command, '--port', '0', '--workers', '1'], { cwd });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data;
    });
  }
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/^Listening on http:\S+$/m);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] as string;
  const ended = () => {
    child.kill('SIGINT');
    return exit;
  };
  return { url, ended };
}

/** Ends child processes with this one, even where native code keeps them too busy to notice that it has gone. */
import { type ChildProcess, spawn } from 'node:child_process';

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/**
 * Outlives this process, whose end closes its input, and kills the processes of the last line that it got. A thread in each
 * child that looks for its parent takes 17 MB; this shell takes one, once.
 */
const GUARD = 'while read -r line; do pids=$line; done; [ -z "$pids" ] || kill -9 $pids';
let guard: ChildProcess | undefined;

/** @param child ends at once when this process does, and within milliseconds of a `kill -9` */
export function endWithThisProcess(child: ChildProcess): void {
  children.add(child);
  tellGuard();
  child.once('exit', () => {
    children.delete(child);
    tellGuard();
  });
}

/** Windows ends the children of a process by itself: libuv puts them into one job. */
function tellGuard(): void {
  if (process.platform === 'win32') return;
  guard ??= startGuard();
  const pids = [...children].flatMap(({ pid }) => pid ?? []);
  guard.stdin?.write(`${pids.join(' ')}\n`);
}

/** In a group of its own, which Ctrl-C and the end of this process's group do not reach. */
function startGuard(): ChildProcess {
  const started = spawn('/bin/sh', ['-c', GUARD], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const lost = () => {
    guard = undefined;
  };
  started.once('exit', lost).on('error', lost).unref();
  started.stdin?.on('error', () => {});
  // A pipe keeps a process alive like a socket, which it is.
  (started.stdin as unknown as { unref(): void }).unref();
  return started;
}

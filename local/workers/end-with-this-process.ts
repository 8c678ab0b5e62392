/** Ends child processes when this process ends, even if native code keeps them too busy to notice. */
import { type ChildProcess, spawn } from 'node:child_process';

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/**
 * A shell that outlives this process. When its input closes, it kills the processes whose ids were on the last line. It takes
 * one megabyte, whereas a thread that watches this process would take 17 MB in each child.
 */
const GUARD = 'while read -r line; do pids=$line; done; [ -z "$pids" ] || kill -9 $pids';
let guard: ChildProcess | undefined;

/** @param child that must end within milliseconds when this process ends, even by `kill -9` */
export function endWithThisProcess(child: ChildProcess): void {
  children.add(child);
  tellGuard();
  child.once('exit', () => {
    children.delete(child);
    tellGuard();
  });
}

/** Tells the guard the ids of all children. Windows ends children with this process, because libuv puts them into a job. */
function tellGuard(): void {
  if (process.platform === 'win32') return;
  guard ??= startGuard();
  const pids = [...children].flatMap(({ pid }) => pid ?? []);
  guard.stdin?.write(`${pids.join(' ')}\n`);
}

/** Starts the guard in its own process group, so that Ctrl-C and other signals to this process's group do not reach it. */
function startGuard(): ChildProcess {
  const started = spawn('/bin/sh', ['-c', GUARD], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const lost = () => {
    guard = undefined;
  };
  started.once('exit', lost).on('error', lost).unref();
  started.stdin?.on('error', () => {});
  // Without this call, the pipe, which is a socket, would keep this process alive.
  (started.stdin as unknown as { unref(): void }).unref();
  return started;
}

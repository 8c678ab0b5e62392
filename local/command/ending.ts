/**
 * Signals that end the process: Ctrl-C, `kill`, and on Windows Ctrl-Break. SIGHUP keeps its default action, which ends the
 * process. A handler would replace the setting of `nohup`, under which the process ignores SIGHUP.
 */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const;
const POLL_MILLISECONDS = 500;
/** npm may send this process a Ctrl-C that the terminal also sent, so two signals within this time count as one. */
const SAME_MILLISECONDS = 500;

/**
 * Calls `end` once: at a signal, or when the shell between npm and this process has ended. npm passes a signal on to the shell.
 * The shell ends without passing it on.
 * @param atOnce called at a second signal
 */
export function endInTime(end: () => void, atOnce: () => void): void {
  let endedAt: number | undefined;
  const begin = () => {
    if (endedAt === undefined) {
      endedAt = performance.now();
      end();
    } else if (performance.now() - endedAt > SAME_MILLISECONDS) atOnce();
  };
  for (const signal of SIGNALS) process.on(signal, begin);
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell && isThere(shell)) return;
    clearInterval(timer);
    if (endedAt === undefined) begin();
  }, POLL_MILLISECONDS);
  timer.unref();
}

/** Whether a process exists. Windows needs this check, because `process.ppid` stays the same there after the parent has ended. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

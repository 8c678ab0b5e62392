/**
 * Signals that end a program. They come from Ctrl-C, a service manager, a closed terminal, Ctrl-\ and, on Windows, Ctrl-Break.
 * Node accepts listeners for all of them on every platform.
 */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const;

/**
 * Runs `work` with an `AbortSignal`. The signals in `ENDING` abort this `AbortSignal` instead of ending the process. Even a
 * second Ctrl-C does not end the process, because the verdict on the requests so far would be lost.
 */
export async function stoppable<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = () => {
    if (!controller.signal.aborted) {
      process.stderr.write('\nstopping: the report covers the requests so far\n');
    }
    controller.abort(new Error('stopped before there was anything to judge'));
  };
  for (const name of ENDING) process.on(name, stop);
  // A write fails if the terminal was closed. The load must stop then, too.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of ENDING) process.off(name, stop);
    for (const stream of [process.stdout, process.stderr]) stream.off('error', stop);
  }
}

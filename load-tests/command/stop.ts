/**
 * What ends a program: Ctrl-C, a service manager, a terminal that is closed, Ctrl-\ and, on Windows, Ctrl-Break. Node
 * takes each of them on every platform, also where the platform does not send it.
 */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const;

/**
 * Runs `work` with a signal that is raised by whatever ends a program, instead of letting it end the process: not even
 * a second Ctrl-C does, because the verdict on what there is would be lost.
 */
export async function stoppable<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = () => {
    if (!controller.signal.aborted) {
      process.stderr.write('\nstopping: the verdict will be on what there is\n');
    }
    controller.abort(new Error('stopped before there was anything to judge'));
  };
  for (const name of ENDING) process.on(name, stop);
  // A closed terminal takes no more text; the load has to be stopped all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of ENDING) process.off(name, stop);
    for (const stream of [process.stdout, process.stderr]) stream.off('error', stop);
  }
}

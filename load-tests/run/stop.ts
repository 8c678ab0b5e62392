/**
 * Runs `work` with a signal that is raised by Ctrl-C, instead of letting Ctrl-C end the process: not even a
 * second one does, because Artillery and the local service would outlive it.
 */
export async function stoppable<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = () => {
    process.stderr.write('\nstopping: the verdict will be on what there is\n');
    controller.abort(new Error('stopped before there was anything to judge'));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

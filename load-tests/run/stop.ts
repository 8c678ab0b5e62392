/** Runs `work` with a signal that is raised by Ctrl-C, instead of letting Ctrl-C end the process. */
export async function stoppable<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = () => {
    process.stderr.write('\nstopping: the verdict will be on what there is\n');
    controller.abort();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

/** The table that all fronts have their responses in: dynalite, in a process of its own, which clients do not slow down. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A dynalite beside the service takes its processors: what takes longer is a request for another soak. */
const CACHE_MILLISECONDS = '500';

export type Table = Awaited<ReturnType<typeof startTable>>;

export async function startTable() {
  const child = fork(path.join(import.meta.dirname, 'fixtures/table-program.ts'), { detached: true });
  process.once('exit', () => child.kill());
  const [environment] = await once(child, 'message');
  return {
    options: ['--table', 'responses'],
    environment: { ...environment, CACHE_MILLISECONDS },
    throttle: (isThrottled: boolean) => void child.send(isThrottled ? 'throttled' : 'none'),
    stop: () => child.disconnect(),
  };
}

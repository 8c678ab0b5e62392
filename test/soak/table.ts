/** The table that all fronts share: dynalite, in its own process, so that clients do not slow it down. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The time-out is long because dynalite and the service share processors. */
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

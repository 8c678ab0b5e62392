import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { processEnvironment } from '../../functions/process-environment.ts';
import { programFile } from '../../project/paths.ts';
import { COMPILE_CACHE } from '../data-directory.ts';
import { shareOf } from '../fronts/share.ts';
import type { ModelContext } from '../models/open-model.ts';
import type { ServedModel } from '../models/served-models.ts';
import { memoryLimit } from './memory-limit.ts';
import { WorkerPool } from './worker-pool.ts';

/** Default of `--worker-timeout`, the silence after which a worker is killed, as a multiple of the deadline. */
const TIMEOUT_DEADLINES = 2;
/** Smallest default time-out, because code that runs for the first time may take that long. */
const LEAST_TIMEOUT_MILLISECONDS = 1000;
/** Default of `INFERENCE_THREADS`: one thread for each inference, because the workers together already use all cores. */
const THREADS = 1;

export function createPool(
  { name, directory, manifest, workers, concurrency }: ServedModel,
  { settings, log, incidents, front }: ModelContext,
  nextNumber: () => number,
): WorkerPool {
  const { dataDirectory, environment } = settings;
  const threads = Number(environment.INFERENCE_THREADS) || THREADS;
  const deadlineMilliseconds = Number(environment.DEADLINE_MILLISECONDS) || manifest.deadlineMilliseconds;
  const timeout = Math.max(TIMEOUT_DEADLINES * deadlineMilliseconds, LEAST_TIMEOUT_MILLISECONDS);
  return new WorkerPool({
    model: name,
    workers: shareOf(workers, front, settings.fronts),
    concurrency,
    program: programFile('local/workers/worker-program'),
    configuration: { directory, threads, concurrency, batch: manifest.batch },
    // With Node's compile cache, a worker is ready 80 to 100 ms earlier.
    variables: {
      ...process.env,
      ...processEnvironment,
      NODE_COMPILE_CACHE: join(dataDirectory, COMPILE_CACHE),
    },
    output: log.descriptor,
    logFile: log.file,
    nextNumber,
    timeoutMilliseconds: settings.workerTimeoutMilliseconds ?? timeout,
    deadlineMilliseconds,
    processors: availableParallelism() / settings.fronts,
    startTimeoutMilliseconds: settings.loadTimeoutMilliseconds,
    memoryBytes: memoryLimit(directory, manifest),
    died: (worker, reason) => {
      const sentence = `worker ${worker} of ${name} has ended and is being replaced: ${reason}`;
      incidents.report('WorkerDeaths', { sentence, model: name });
    },
  });
}

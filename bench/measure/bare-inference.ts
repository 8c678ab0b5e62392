import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Work of a thread. It runs all members, runs those that a response needs, or decodes samples for the first member. */
export type BareWork = 'all' | 'needed' | 'decode';

export interface BareInference {
  readonly work: BareWork;
  readonly directory: string;
  readonly seconds: number;
}

/** Measurements of only one step of a request. Without batches, no service can do this step faster on this machine. */
export type Ceiling = Awaited<ReturnType<typeof measureCeiling>>;

/**
 * Processes the model's samples in one thread per core. If members are measured, the samples are decoded first. The
 * CPU time is that of the whole process, because libvips and ONNX Runtime have threads of their own. So nothing else
 * may run in this process.
 */
export async function measureCeiling(workerData: BareInference) {
  const threads = availableParallelism();
  const workers: Worker[] = [];
  // Workers start one after the other, because each of them changes libvips' permitted loaders for the whole process.
  while (workers.length < threads) {
    const worker = new Worker(new URL('./bare-inference-worker.ts', import.meta.url), { workerData });
    workers.push(worker);
    await once(worker, 'message');
  }
  const before = process.cpuUsage();
  const done = workers.map((worker) => once(worker, 'message'));
  for (const worker of workers) worker.postMessage('go');
  const results: { readonly requests: number; readonly seconds: number }[] = (await Promise.all(done)).flat();
  const { user, system } = process.cpuUsage(before);
  await Promise.all(workers.map((worker) => worker.terminate()));
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  return {
    threads,
    requestsPerSecond: results.reduce((sum, result) => sum + result.requests / result.seconds, 0),
    cpuMillisecondsPerRequest: (user + system) / 1000 / requests,
  };
}

import type { Generator, Load } from '../../load-tests/waiting-clients/generator.ts';
import type { Service } from '../../local/service.ts';
import { ServiceError } from '../../local/service-error.ts';
import { processUsage } from './process-usage.ts';

/** Seconds of load that warm up compilers and caches before a measurement. */
export const SETTLING_SECONDS = 2;

/** Time-out, longer than any response that is worth measuring. */
const LIMIT_MILLISECONDS = 30_000;

type ModelLoad = Pick<Load, 'urls' | 'clients' | 'seconds' | 'repeated'> & { generator: Generator };

export type LoadResult = Awaited<ReturnType<typeof generateLoad>>;

export type MeasuredLoad = Awaited<ReturnType<typeof measureLoad>>;

/** Puts load on a service whose front runs in this process. */
export async function measureLoad(service: Service, load: Omit<ModelLoad, 'urls'>) {
  const pids = service.workers().map(({ pid }) => pid);
  const deaths = deathsOf(service);
  const before = { workers: cpuMilliseconds(pids), front: process.cpuUsage() };
  const result = await generateLoad({ ...load, urls: [service.url] });
  const front = process.cpuUsage(before.front);
  if (deathsOf(service) > deaths) {
    throw new ServiceError('a worker died during the measurement, so its results are void: measure again');
  }
  return {
    ...result,
    /** CPU milliseconds per request, by process. Those of the workers are NaN if the system does not report them. */
    cpuPerRequest: {
      workers: (cpuMilliseconds(pids) - before.workers) / result.requests,
      front: (front.user + front.system) / 1000 / result.requests,
      client: result.cpuMilliseconds / result.requests,
    },
    /** Memory of the largest worker after the load, in MiB; NaN if the system does not report it. */
    workerMebibytes: Math.max(...pids.map((pid) => processUsage(pid)?.residentBytes ?? Number.NaN)) / 2 ** 20,
  };
}

/** Puts load on any service. @throws {Error} if the generator ends, {ServiceError} if no request succeeds */
export async function generateLoad({ generator, ...load }: ModelLoad) {
  const seen = await generator.make({ ...load, settleSeconds: 0, limitMilliseconds: LIMIT_MILLISECONDS });
  const { requests, failures } = seen;
  const [failure] = Object.keys(failures);
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  if (failed === requests) throw new ServiceError(`${load.urls[0]} gave no good response: ${failure}`);
  return {
    clients: load.clients,
    requests,
    /** Good responses per second. */
    requestsPerSecond: seen.responsesPerSecond,
    /** Latency from sending a request to the end of its response. */
    milliseconds: { p50: seen.p50 ?? Number.NaN, p99: seen.p99 ?? Number.NaN },
    /** Number of requests without a good response, and the reason of the first failure. */
    failures: failed,
    ...(failure !== undefined && { failure }),
    /** CPU time of the load generator. */
    cpuMilliseconds: seen.generatorBusy * load.seconds * 1000,
  };
}

/** CPU time that processes and all their threads have used so far, in milliseconds; NaN if the system does not report it. */
export function cpuMilliseconds(pids: readonly (number | undefined)[]): number {
  return pids.reduce<number>((sum, pid) => sum + (processUsage(pid)?.cpuSeconds ?? Number.NaN) * 1000, 0);
}

function deathsOf(service: Service): number {
  return service.incidents().WorkerDeaths;
}

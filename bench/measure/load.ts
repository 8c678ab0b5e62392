import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processUsage } from '../../local/metrics/process-usage.ts';
import type { Service } from '../../local/service.ts';
import { ServiceError } from '../../local/service-error.ts';
import type { RequestSourceChoice } from '../../model-repository/request-source.ts';

/** Shorter than any measurement that counts: compilers and caches settle. */
export const SETTLING_SECONDS = 2;

/** What the load generator does. */
export interface ModelLoad {
  /** Addresses of the service: clients are spread evenly over its processes, where each has one of its own. */
  readonly urls: readonly string[];
  /** Model and contract. */
  readonly source: RequestSourceChoice;
  /** Clients that each wait for their response before the next request. */
  readonly clients: number;
  readonly seconds: number;
  /** Whether all ids have been responded to before. @default false */
  readonly repeated?: boolean;
}

/** What came back. */
export interface LoadResult {
  readonly clients: number;
  readonly requests: number;
  readonly seconds: number;
  readonly requestsPerSecond: number;
  /** From sending a request to the end of its response. */
  readonly milliseconds: { readonly p50: number; readonly p99: number };
  /** Requests without a good response. */
  readonly failures: number;
  /** What was wrong with the first of them. */
  readonly failure?: string;
  /** CPU time of the load generator. */
  readonly cpuMilliseconds: number;
}

export interface MeasuredLoad extends LoadResult {
  /** CPU time of all processes, milliseconds a request; NaN where the system does not report it. */
  readonly cpuPerRequest: { readonly front: number; readonly workers: number; readonly client: number };
  /** Memory of the largest worker afterwards, MiB; NaN where the system does not tell. */
  readonly workerMebibytes: number;
}

/** Puts load on a service whose front process is this one. */
export async function measureLoad(service: Service, model: Omit<ModelLoad, 'urls'>): Promise<MeasuredLoad> {
  const pids = service.workers().map(({ pid }) => pid);
  const deaths = deathsOf(service);
  const before = { workers: cpuMilliseconds(pids), front: process.cpuUsage() };
  const result = await generateLoad({ ...model, urls: [service.url] });
  const front = process.cpuUsage(before.front);
  if (deathsOf(service) > deaths) {
    throw new ServiceError('a worker died meanwhile, so the measurement means nothing: see its log');
  }
  return {
    ...result,
    cpuPerRequest: {
      workers: (cpuMilliseconds(pids) - before.workers) / result.requests,
      front: (front.user + front.system) / 1000 / result.requests,
      client: result.cpuMilliseconds / result.requests,
    },
    workerMebibytes: Math.max(...pids.map((pid) => processUsage(pid)?.residentBytes ?? Number.NaN)) / 2 ** 20,
  };
}

/** Puts load on any service, from a process of its own. @throws {ServiceError} where that fails */
export async function generateLoad(model: ModelLoad): Promise<LoadResult> {
  const program = join(import.meta.dirname, 'load-client.ts');
  const parameters = [program, JSON.stringify(model)];
  const { stdout } = await promisify(execFile)(process.execPath, parameters).catch(({ stderr }) => {
    throw new ServiceError(`the load generator failed: ${stderr.trim().split('\n').at(-1)}`);
  });
  return JSON.parse(stdout);
}

/** CPU time that processes and all their threads have used so far, milliseconds; NaN where the system does not tell. */
export function cpuMilliseconds(pids: readonly (number | undefined)[]): number {
  return pids.reduce<number>((sum, pid) => sum + (processUsage(pid)?.cpuSeconds ?? Number.NaN) * 1000, 0);
}

function deathsOf(service: Service): number {
  return service.statistics().models.reduce((sum, { deaths }) => sum + deaths, 0);
}

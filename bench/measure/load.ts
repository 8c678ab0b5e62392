import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { processUsage } from '../../local/metrics/process-usage.ts';
import type { Service } from '../../local/service.ts';
import { ServiceError } from '../../local/service-error.ts';
import type { AskedTaskChoice } from '../../tasks/asked-task.ts';

/** Shorter than any measurement that counts: compilers and caches settle. */
export const SETTLING_SECONDS = 2;

/** Which ids requests have: new ones, ids that have been responded to, or none. */
export type Ids = 'new' | 'repeated' | 'none';

/** What the load generator does, for some seconds or for a number of requests. */
export interface LoadTask {
  /** Addresses of the service: clients are spread evenly over its processes, where each has one of its own. */
  readonly urls: readonly string[];
  /** Model and contract. */
  readonly asked: AskedTaskChoice;
  /** Clients that each wait for their response before the next request. */
  readonly clients: number;
  readonly seconds?: number;
  readonly requests?: number;
  /** @default 'new' */
  readonly ids?: Ids;
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

/** CPU time of everybody who took part, milliseconds a request; NaN where the system does not tell. */
export interface CpuPerRequest {
  readonly front: number;
  readonly workers: number;
  readonly client: number;
}

export interface MeasuredLoad extends LoadResult {
  readonly cpuPerRequest: CpuPerRequest;
  /** Memory of the largest worker afterwards, MiB; NaN where the system does not tell. */
  readonly workerMebibytes: number;
}

/** Puts load on a service whose front process is this one. */
export async function measureLoad(service: Service, task: Omit<LoadTask, 'urls'>): Promise<MeasuredLoad> {
  const pids = service.workers().map(({ pid }) => pid);
  const workers = () => pids.reduce<number>((sum, pid) => sum + cpuMilliseconds(pid), 0);
  const deaths = deathsOf(service);
  const before = { workers: workers(), front: process.cpuUsage() };
  const result = await generateLoad({ ...task, urls: [service.url] });
  const front = process.cpuUsage(before.front);
  if (deathsOf(service) > deaths) {
    throw new ServiceError('a worker died meanwhile, so the measurement means nothing: see its log');
  }
  return {
    ...result,
    cpuPerRequest: {
      workers: (workers() - before.workers) / result.requests,
      front: (front.user + front.system) / 1000 / result.requests,
      client: result.cpuMilliseconds / result.requests,
    },
    workerMebibytes: Math.max(...pids.map((pid) => processUsage(pid)?.residentBytes ?? Number.NaN)) / 2 ** 20,
  };
}

/** Puts load on any service, from a process of its own. @throws {ServiceError} where that fails */
export async function generateLoad(task: LoadTask): Promise<LoadResult> {
  const program = join(import.meta.dirname, 'load-client.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (output === '') {
    throw new ServiceError(`the load generator failed: ${complaint.trim().split('\n').at(-1)}`);
  }
  return JSON.parse(output);
}

/** CPU time a process and all its threads have used so far, milliseconds; NaN where the system does not tell. */
export function cpuMilliseconds(pid: number | undefined): number {
  return (processUsage(pid)?.cpuSeconds ?? Number.NaN) * 1000;
}

function deathsOf(service: Service): number {
  return service.statistics().models.reduce((sum, { deaths }) => sum + deaths, 0);
}

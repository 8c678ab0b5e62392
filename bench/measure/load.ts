import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Service } from '../../local/service.ts';
import { ServiceError } from '../../local/service-error.ts';
import type { AskedTaskChoice } from '../../tasks/asked-task.ts';
import { cpuMilliseconds } from './cpu.ts';

/** Which ids questions have: none before, such that have been answered, or none at all. */
export type Ids = 'new' | 'repeated' | 'none';

/** What the load generator is asked to do, for some seconds or for a number of requests. */
export interface LoadTask {
  /** Addresses of the service: clients are spread evenly over its processes, where each has one of its own. */
  readonly urls: readonly string[];
  /** The task that is asked, and the contract. */
  readonly asked: AskedTaskChoice;
  /** Clients that each wait for their answer before they ask again. */
  readonly clients: number;
  readonly seconds?: number;
  readonly requests?: number;
  /** @default 'new' */
  readonly ids?: Ids;
  /** Send the samples as tensors that are decoded already. @default false */
  readonly tensors?: boolean;
}

/** What came back. */
export interface LoadResult {
  readonly clients: number;
  readonly requests: number;
  readonly seconds: number;
  readonly requestsPerSecond: number;
  /** From sending a request to the end of its answer. */
  readonly milliseconds: { readonly p50: number; readonly p99: number };
  /** Requests that were not answered. */
  readonly failures: number;
  /** What was wrong with the first of them. */
  readonly failure?: string;
  /** Median duration of each stage, by the header `server-timing` of the replies; empty where they have none. */
  readonly stageMilliseconds: Readonly<Record<string, number>>;
  /** CPU time of the load generator while it asked. */
  readonly cpuMilliseconds: number;
}

/** The same with the CPU time, in milliseconds per request, of everybody who took part; NaN where the system does not tell. */
export interface MeasuredLoad extends LoadResult {
  readonly cpuPerRequest: {
    readonly environments: number;
    readonly gateway: number;
    readonly database: number;
    readonly client: number;
  };
}

/** Puts load on a service that runs in this process. */
export async function measureLoad(service: Service, task: Omit<LoadTask, 'urls'>): Promise<MeasuredLoad> {
  const pids = service.environments().flatMap(({ pid }) => pid ?? []);
  const environments = () => pids.reduce((sum, pid) => sum + cpuMilliseconds(pid), 0);
  const databasePid = service.databasePid();
  const database = () => (databasePid === undefined ? 0 : cpuMilliseconds(databasePid));
  const { deaths } = service.statistics();
  const before = { environments: environments(), database: database(), gateway: process.cpuUsage() };
  const result = await generateLoad({ ...task, urls: [service.url] });
  const gateway = process.cpuUsage(before.gateway);
  if (service.statistics().deaths > deaths) {
    throw new ServiceError(
      'an execution environment died meanwhile, so the measurement means nothing: see its log',
    );
  }
  return {
    ...result,
    cpuPerRequest: {
      environments: (environments() - before.environments) / result.requests,
      gateway: (gateway.user + gateway.system) / 1000 / result.requests,
      database: (database() - before.database) / result.requests,
      client: result.cpuMilliseconds / result.requests,
    },
  };
}

/** Puts load on any service, from a process of its own. @throws {ServiceError} where that cannot ask */
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

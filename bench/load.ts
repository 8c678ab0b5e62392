import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Service } from '../local/service.ts';
import { ServiceError } from '../local/service-error.ts';
import { cpuMilliseconds } from './cpu.ts';

/** What the load generator is asked to do, for some seconds or for a number of requests. */
export interface LoadTask {
  readonly url: string;
  /** Clients that each wait for their answer before they ask again. */
  readonly clients: number;
  readonly seconds?: number;
  readonly requests?: number;
  /** Ask again what has been asked and answered before. @default every request has a new id */
  readonly repeated?: boolean;
}

/** What came back. */
export interface LoadResult {
  readonly clients: number;
  readonly requests: number;
  readonly seconds: number;
  readonly requestsPerSecond: number;
  /** From sending a request to the end of its answer. */
  readonly milliseconds: { readonly p50: number; readonly p99: number };
  /** How often each HTTP status came. */
  readonly statuses: Readonly<Record<string, number>>;
  /** CPU time of the load generator's whole life. */
  readonly cpuMilliseconds: number;
}

/** The same with the CPU time, in milliseconds per request, of everybody who took part. */
export interface MeasuredLoad extends LoadResult {
  readonly cpuPerRequest: {
    readonly environments: number;
    readonly gateway: number;
    readonly database: number;
    readonly client: number;
  };
}

/** Puts load on a service that runs in this process. */
export async function measureLoad(service: Service, task: Omit<LoadTask, 'url'>): Promise<MeasuredLoad> {
  const pids = service.environments().flatMap(({ pid }) => pid ?? []);
  const environments = () => pids.reduce((sum, pid) => sum + cpuMilliseconds(pid), 0);
  const database = () => cpuMilliseconds(service.databasePid() as number);
  const { deaths } = service.statistics();
  const before = { environments: environments(), database: database(), gateway: process.cpuUsage() };
  const result = await generateLoad({ ...task, url: service.url });
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

async function generateLoad(task: LoadTask): Promise<LoadResult> {
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

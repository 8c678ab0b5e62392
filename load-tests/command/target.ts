import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { ServiceOptions } from '../../local/options.ts';
import { type Service, startService } from '../../local/service.ts';
import type { RequestSource } from '../../model-repository/request-source.ts';
import { type Exchange, exchange } from '../client/exchange.ts';
import { addressed, type ServiceAddress } from '../client/service.ts';
import type { Where } from '../options/where.ts';

const NamesModel = v.object({ model: v.string() });

/** Calls `work` with a local service on a free port, which is started before with an empty table, and stopped after. */
export async function withLocalService<Result>(
  options: ServiceOptions,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'subsecond-load-'));
  try {
    const service = await startService({ ...options, port: 0, dataDirectory });
    try {
      return await work(service);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Calls `work` with the address of the service to test: one that runs, or the local one with the model. */
export async function withTarget<Result>(
  where: Where,
  { directory }: Pick<RequestSource, 'directory'>,
  work: (service: ServiceAddress) => Promise<Result>,
): Promise<Result> {
  if ('target' in where) {
    await requireReachable(where.target);
    return work(where.target);
  }
  const { headers, ...numbers } = where.local;
  return withLocalService({ models: [directory], ...numbers }, (service) =>
    work({ url: service.url, headers }),
  );
}

/** The model that a running service says it serves at this address; undefined where it does not say. */
export async function modelAt(service: ServiceAddress): Promise<string | undefined> {
  const { body } = await requireReachable(service);
  try {
    return v.parse(NamesModel, JSON.parse(body.toString('utf8'))).model;
  } catch {
    return undefined;
  }
}

/** Any response will do: the requests of the run judge what it says. */
async function requireReachable(service: ServiceAddress): Promise<Exchange> {
  const health = addressed(service, { method: 'GET', path: '/healthz', headers: {}, body: '' });
  const exchanged = await exchange(health.url, { ...health, timeoutMilliseconds: 10_000 });
  if (exchanged.outcome === 'completed') return exchanged;
  throw new Error(`${service.url} cannot be reached: ${exchanged.error}`);
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { ServiceOptions } from '../../local/options.ts';
import type { Service } from '../../local/service.ts';
import type { RequestSource } from '../../model-repository/request-source.ts';
import { announceWaiting } from '../../project/announce-waiting.ts';
import { type Exchange, exchange } from '../client/exchange.ts';
import { addressed, type ServiceAddress } from '../client/service.ts';
import type { Where } from '../options/where.ts';

const NamesModel = v.object({ model: v.string() });

/** Runs `work` with a local service on a free port and with an empty response cache, and stops the service afterwards. */
export async function withLocalService<Result>(
  options: ServiceOptions,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'subsecond-load-'));
  try {
    // Imported only here, because it needs node:sqlite, and --help also runs on a Node without that module.
    const { startService } = await import('../../local/service.ts');
    const started = startService({ ...options, port: 0, dataDirectory });
    const service = await announceWaiting('Loading models and warming them up', started);
    try {
      return await work(service);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Runs `work` with the address of the service to test: a running one, or a local one with the model. */
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

/** The model that a running service reports at this address; undefined if it reports none. */
export async function modelAt(service: ServiceAddress): Promise<string | undefined> {
  const { body } = await requireReachable(service);
  try {
    return v.parse(NamesModel, JSON.parse(body.toString('utf8'))).model;
  } catch {
    return undefined;
  }
}

/** Accepts any response, because the run judges the responses later. @throws if the service does not respond */
async function requireReachable(service: ServiceAddress): Promise<Exchange> {
  const health = addressed(service, { method: 'GET', path: '/healthz', headers: {}, body: '' });
  const exchanged = await exchange(health.url, { ...health, timeoutMilliseconds: 10_000 });
  if (exchanged.outcome === 'completed') return exchanged;
  throw new Error(`${service.url} cannot be reached: ${exchanged.error}`);
}

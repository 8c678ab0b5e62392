import type { AskedTask } from '../../tasks/asked-task.ts';
import { exchange } from '../client/exchange.ts';
import { addressed, plainAddress, type ServiceAddress } from '../client/service.ts';
import type { Where } from '../options/where.ts';
import { withLocalService } from './local-service.ts';

/**
 * Calls `work` with the address of the service to test; the local service is started before, with the task and
 * an empty table, and stopped after.
 */
export async function withTarget<Result>(
  where: Where,
  { directory }: Pick<AskedTask, 'directory'>,
  work: (service: ServiceAddress) => Promise<Result>,
): Promise<Result> {
  if ('target' in where) {
    await requireReachable(where.target);
    return work(where.target);
  }
  const { headers, ...numbers } = where.local;
  return withLocalService({ models: [directory], ...numbers }, (service) =>
    work({ ...plainAddress(service.url), headers }),
  );
}

/** Any answer will do: what it says is for the questions to find out. */
async function requireReachable(service: ServiceAddress): Promise<void> {
  const health = addressed(service, { method: 'GET', path: '/healthz', headers: {}, body: '' });
  const { outcome, error } = await exchange(health.url, { ...health, timeoutMilliseconds: 10_000 });
  if (outcome !== 'answered') throw new Error(`${service.url} cannot be reached: ${error}`);
}

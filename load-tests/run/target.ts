import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../local/service.ts';
import type { AskedTask } from '../../tasks/asked-task.ts';
import { exchange } from '../client/exchange.ts';
import type { Where } from './where.ts';

/**
 * Calls `work` with the address of the service to test; the local service is started before, with the task and
 * an empty table, and stopped after.
 */
export async function withTarget<Result>(
  where: Where,
  { directory }: Pick<AskedTask, 'directory'>,
  work: (target: string) => Promise<Result>,
): Promise<Result> {
  if ('target' in where) {
    await requireReachable(where.target);
    return work(where.target);
  }
  const dataDirectory = await mkdtemp(join(tmpdir(), 'subsecond-load-'));
  try {
    const service = await startService({ port: 0, dataDirectory, tasks: [directory], ...where.local });
    try {
      return await work(service.url);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

async function requireReachable(target: string): Promise<void> {
  const { outcome, error } = await exchange(new URL(`${target}/healthz`), {
    method: 'GET',
    headers: {},
    body: '',
    timeoutMilliseconds: 10_000,
  });
  if (outcome !== 'answered') throw new Error(`${target} cannot be reached: ${error}`);
}

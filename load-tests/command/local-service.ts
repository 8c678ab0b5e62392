import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceOptions } from '../../local/options.ts';
import { type Service, startService } from '../../local/service.ts';

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

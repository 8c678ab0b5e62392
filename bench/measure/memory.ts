import type { ServiceOptions } from '../../local/options.ts';
import { startService } from '../../local/service.ts';
import type { AskedTaskChoice } from '../../tasks/asked-task.ts';
import { residentMebibytes } from './cpu.ts';
import { measureLoad } from './load.ts';

/** Memory of one execution environment after so many requests. */
export interface MemoryPoint {
  readonly requests: number;
  readonly mebibytes: number;
}

/** Serves ever more requests with one environment, all of them with new ids. */
export async function measureMemory(
  options: ServiceOptions,
  asked: AskedTaskChoice,
  milestones: readonly number[],
): Promise<MemoryPoint[]> {
  const service = await startService({ ...options, port: 0, provisioned: 1, maxConcurrency: 1 });
  const points: MemoryPoint[] = [];
  try {
    const pid = service.environments()[0]?.pid as number;
    let served = 0;
    for (const milestone of milestones) {
      await measureLoad(service, { asked, clients: 2, requests: milestone - served });
      served = milestone;
      points.push({ requests: milestone, mebibytes: residentMebibytes(pid) });
    }
  } finally {
    await service.stop();
  }
  return points;
}

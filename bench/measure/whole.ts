/** The whole bench: cold starts, bare inference, throughput, memory. */
import type { ServiceOptions } from '../../local/options.ts';
import { startService } from '../../local/service.ts';
import type { AskedTask } from '../../tasks/asked-task.ts';
import { thisMachine } from '../machine.ts';
import type { Progress } from '../progress.ts';
import type { Measurements } from '../report/table.ts';
import { measureCeiling } from './bare-inference.ts';
import { measureColdStarts } from './cold-start.ts';
import { measureLoad } from './load.ts';
import { measureMemory } from './memory.ts';
import { SETTLING_SECONDS } from './waiting-clients.ts';

const COLD_STARTS = 5;
/** Expected of all of them together. */
const COLD_START_SECONDS = 18;
/** Rough time of one request on one environment. */
const SECONDS_PER_REQUEST = 0.01;

export interface WholePlan {
  /** How the service is started. */
  readonly service: ServiceOptions;
  readonly asked: AskedTask;
  /** Of each measurement of throughput. */
  readonly seconds: number;
  /** Of the measurement of memory. */
  readonly requests: number;
}

export function expectedSeconds({ seconds, requests }: Pick<WholePlan, 'seconds' | 'requests'>): number {
  return COLD_START_SECONDS + SETTLING_SECONDS + 5 * seconds + requests * SECONDS_PER_REQUEST;
}

export async function measureWhole(plan: WholePlan, progress: Progress): Promise<Measurements> {
  const { service, asked, seconds, requests } = plan;
  const { directory, manifest, client } = asked;
  const started = new Date().toISOString();
  progress.begin('cold starts', COLD_START_SECONDS);
  const coldStarts = await measureColdStarts(service, asked, COLD_STARTS);
  progress.begin('bare inference', 2 * seconds);
  const ceiling = {
    all: await measureCeiling({ directory, work: 'all', seconds }),
    asked: await measureCeiling({ directory, work: 'asked', seconds }),
  };
  const loads = await measureLoads(plan, progress);
  progress.begin(`memory over ${requests} requests`, requests * SECONDS_PER_REQUEST);
  const choice = { task: directory, contract: client.contract };
  const memory = await measureMemory(service, choice, [1, Math.ceil(requests / 10), requests]);
  const { task } = manifest;
  const machine = thisMachine();
  return { started, machine, task, contract: client.contract, ceiling, ...loads, coldStarts, memory };
}

async function measureLoads({ service: options, asked: task, seconds }: WholePlan, progress: Progress) {
  const service = await startService(options);
  const asked = { task: task.directory, contract: task.client.contract };
  try {
    progress.begin('settling', SETTLING_SECONDS);
    await measureLoad(service, { asked, clients: 10, seconds: SETTLING_SECONDS });
    progress.begin('1 client, new ids', seconds);
    const one = await measureLoad(service, { asked, clients: 1, seconds });
    progress.begin('10 clients, new ids', seconds);
    const ten = await measureLoad(service, { asked, clients: 10, seconds });
    progress.begin('10 clients, repeated ids', seconds);
    const repeated = await measureLoad(service, { asked, clients: 10, seconds, ids: 'repeated' });
    return { fresh: { one, ten }, repeated };
  } finally {
    await service.stop();
  }
}

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

export interface WholePlan {
  /** How the service is started. */
  readonly service: ServiceOptions;
  readonly asked: AskedTask;
  /** Of each measurement of throughput. */
  readonly seconds: number;
  /** Of the measurement of memory. */
  readonly requests: number;
}

export async function measureWhole(plan: WholePlan, progress: Progress): Promise<Measurements> {
  const { service, asked, seconds, requests } = plan;
  const { directory, manifest, client } = asked;
  const started = new Date().toISOString();
  progress.begin('cold starts');
  const coldStarts = await measureColdStarts(service, asked, COLD_STARTS);
  progress.begin('bare inference');
  const ceiling = {
    all: await measureCeiling({ directory, members: 'all', seconds }),
    asked: await measureCeiling({ directory, members: 'asked', seconds }),
  };
  const loads = await measureLoads(plan, progress);
  progress.begin(`memory over ${requests} requests`);
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
    progress.begin('settling');
    await measureLoad(service, { asked, clients: 10, seconds: SETTLING_SECONDS });
    progress.begin('1 client, new ids');
    const one = await measureLoad(service, { asked, clients: 1, seconds });
    progress.begin('10 clients, new ids');
    const ten = await measureLoad(service, { asked, clients: 10, seconds });
    progress.begin('10 clients, repeated ids');
    const repeated = await measureLoad(service, { asked, clients: 10, seconds, ids: 'repeated' });
    return { fresh: { one, ten }, repeated };
  } finally {
    await service.stop();
  }
}

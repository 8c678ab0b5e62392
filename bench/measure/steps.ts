/** What each step of a request costs: the CPU time of every process, and how much of it which step takes. */
import type { ServiceOptions } from '../../local/options.ts';
import { startService } from '../../local/service.ts';
import type { AskedTask } from '../../tasks/asked-task.ts';
import { type Machine, thisMachine } from '../machine.ts';
import type { Progress } from '../progress.ts';
import { type BareWork, measureCeiling } from './bare-inference.ts';
import { type MeasuredLoad, measureLoad, SETTLING_SECONDS } from './load.ts';

/** Measured one after the other, so that what else the machine does falls upon all. */
export interface StepsRound {
  /** With the cache on and new ids, and with the cache off. */
  readonly cache: MeasuredLoad;
  readonly noCache: MeasuredLoad;
  /** CPU milliseconds a request, of one step alone. */
  readonly members: number;
  readonly decode: number;
}

export interface Steps {
  readonly started: string;
  readonly machine: Machine;
  readonly model: string;
  readonly contract: string;
  readonly clients: number;
  readonly rounds: readonly StepsRound[];
}

export interface StepsPlan {
  readonly service: ServiceOptions;
  readonly asked: AskedTask;
  readonly clients: number;
  readonly seconds: number;
  readonly rounds: number;
}

export function expectedSeconds({ rounds, seconds }: Pick<StepsPlan, 'rounds' | 'seconds'>): number {
  return 2 * SETTLING_SECONDS + 4 * rounds * seconds;
}

export async function measureSteps(plan: StepsPlan, progress: Progress): Promise<Steps> {
  const { service: options, asked, clients, seconds, rounds: count } = plan;
  const { directory, manifest, client } = asked;
  const started = new Date().toISOString();
  const service = await startService(options);
  try {
    const uncached = await startService({ ...options, cache: false });
    try {
      const load = { asked: { task: directory, contract: client.contract }, clients };
      progress.begin('settling', 2 * SETTLING_SECONDS);
      for (const one of [service, uncached]) await measureLoad(one, { ...load, seconds: SETTLING_SECONDS });
      const alone = async (work: BareWork) =>
        (await measureCeiling({ directory, work, seconds })).cpuMillisecondsPerRequest;
      const rounds: StepsRound[] = [];
      for (let round = 1; round <= count; round += 1) {
        progress.begin(`round ${round} of ${count}`, 4 * seconds);
        rounds.push({
          cache: await measureLoad(service, { ...load, seconds }),
          members: await alone('asked'),
          noCache: await measureLoad(uncached, { ...load, seconds }),
          decode: await alone('decode'),
        });
      }
      const about = { model: manifest.task, contract: client.contract, clients };
      return { started, machine: thisMachine(), ...about, rounds };
    } finally {
      await uncached.stop();
    }
  } finally {
    await service.stop();
  }
}

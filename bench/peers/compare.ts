/** This service beside one of FastAPI and ONNX Runtime: the same members, pictures, clients and cores, in one run. */
import { readBatch } from '../../local/concurrency-options.ts';
import { startService } from '../../local/service.ts';
import { type AskedTask, clientOf } from '../../tasks/asked-task.ts';
import { type Machine, thisMachine } from '../machine.ts';
import { cpuMilliseconds } from '../measure/cpu.ts';
import { generateLoad, type LoadTask, measureLoad } from '../measure/load.ts';
import { SETTLING_SECONDS } from '../measure/waiting-clients.ts';
import type { Progress } from '../progress.ts';
import type { Spread } from '../spread.ts';
import { type Agreement, compareAnswers } from './agreement.ts';
import type { Versions } from './python.ts';
import { startPythonService } from './python-service.ts';
import { measureRounds, type PeerLoad, peerLoad, type Round, ratioOf, type Side } from './rounds.ts';

export interface PeersPlan {
  readonly asked: AskedTask;
  readonly dataDirectory: string;
  readonly python: string;
  readonly versions: Versions;
  readonly clients: number;
  /** Of each measurement: two a round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Questions that an environment of ours takes at once. */
  readonly concurrency: number;
  /** Questions that its members are asked together at most. */
  readonly batch: number;
}

export interface Comparison {
  readonly started: string;
  readonly machine: Machine;
  readonly versions: Versions;
  readonly task: string;
  readonly contract: string;
  readonly clients: number;
  /** Execution environments of ours, and workers of theirs. */
  readonly processes: number;
  readonly concurrency: number;
  readonly batch: number;
  readonly agreement: Agreement;
  readonly rounds: readonly Round[];
  readonly ratio: Spread;
}

/** Expected, beside the rounds; both services start in it. */
const STARTING_SECONDS = 10;

export function expectedSeconds({ rounds, seconds }: Pick<PeersPlan, 'rounds' | 'seconds'>): number {
  return STARTING_SECONDS + 2 * SETTLING_SECONDS + 2 * rounds * seconds;
}

/** @throws {ServiceError} where one of the two cannot start or stops answering */
export async function comparePeers(plan: PeersPlan, progress: Progress): Promise<Comparison> {
  const { asked, clients, seconds, rounds: count, concurrency, batch, dataDirectory, versions } = plan;
  const { directory, manifest, samples, client } = asked;
  const started = new Date().toISOString();
  const machine = thisMachine();
  const processes = machine.cores;
  progress.begin('starting both services', STARTING_SECONDS);
  const theirs = await startPythonService({ python: plan.python, directory, workers: processes });
  try {
    const ours = await startService({
      tasks: [directory],
      dataDirectory,
      port: 0,
      provisioned: processes,
      maxConcurrency: processes,
      concurrency,
      environment: readBatch(String(batch), undefined, String(concurrency)),
    });
    try {
      const agreement = await compareAnswers(clientOf(manifest, 'predictions'), samples, {
        ours: ours.url,
        theirs: theirs.url,
      });
      const load = { asked: { task: directory, contract: client.contract }, clients } as const;
      const measure = async (side: Side, length: number): Promise<PeerLoad> => {
        const timed = { ...load, seconds: length };
        if (side === 'theirs') return measurePython(theirs, timed);
        const measured = await measureLoad(ours, timed);
        const { environments, gateway, database } = measured.cpuPerRequest;
        return peerLoad(measured, (environments + gateway + database) * measured.requests);
      };
      progress.begin('settling', 2 * SETTLING_SECONDS);
      for (const side of ['ours', 'theirs'] as const) await measure(side, SETTLING_SECONDS);
      const rounds = await measureRounds(count, (side, round) => {
        const name = side === 'ours' ? 'this service' : 'FastAPI';
        progress.begin(`round ${round + 1} of ${count}, ${name}`, seconds);
        return measure(side, seconds);
      });
      const about = {
        task: manifest.task,
        contract: client.contract,
        clients,
        processes,
        concurrency,
        batch,
      };
      return { started, machine, versions, ...about, agreement, rounds, ratio: ratioOf(rounds) };
    } finally {
      await ours.stop();
    }
  } finally {
    await theirs.stop();
  }
}

async function measurePython(
  { url, pids }: { readonly url: string; readonly pids: readonly number[] },
  task: Omit<LoadTask, 'url'>,
): Promise<PeerLoad> {
  const used = () => pids.reduce((sum, pid) => sum + cpuMilliseconds(pid), 0);
  const before = used();
  const result = await generateLoad({ ...task, url });
  return peerLoad(result, used() - before);
}

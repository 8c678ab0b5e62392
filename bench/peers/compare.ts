/** This service beside one of FastAPI and ONNX Runtime: the same members, samples, clients and cores, in one run. */
import type { ContractClient } from '../../functions/inference/contracts/client.ts';
import { readBatch } from '../../local/concurrency-options.ts';
import { startService } from '../../local/service.ts';
import type { AskedTask } from '../../tasks/asked-task.ts';
import { type Machine, thisMachine } from '../machine.ts';
import { measureCeiling } from '../measure/bare-inference.ts';
import { cpuMilliseconds } from '../measure/cpu.ts';
import { generateLoad, type LoadTask, measureLoad } from '../measure/load.ts';
import { SETTLING_SECONDS } from '../measure/waiting-clients.ts';
import type { Progress } from '../progress.ts';
import type { Spread } from '../spread.ts';
import { type Agreement, compareAnswers } from './agreement.ts';
import type { Versions } from './python.ts';
import { type PythonService, startPythonService } from './python-service.ts';
import {
  highestRatioOf,
  measureRounds,
  type PeerLoad,
  peerLoad,
  type Round,
  ratioOf,
  type Side,
} from './rounds.ts';

export interface PeersPlan {
  readonly asked: AskedTask;
  /** By which their answers are compared. */
  readonly comparedWith: ContractClient;
  readonly dataDirectory: string;
  readonly python: string;
  readonly versions: Versions;
  readonly clients: number;
  /** Of each load: two a round. */
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
  readonly highestRatio: Spread;
}

/** Expected, beside the rounds; both services start in it. */
const STARTING_SECONDS = 10;
/** Members alone, whose CPU time varies little; they load for about a second. */
const MEMBERS_SECONDS = 2;
const MEMBERS_LOADING_SECONDS = 1;

export function expectedSeconds({ rounds, seconds }: Pick<PeersPlan, 'rounds' | 'seconds'>): number {
  return (
    STARTING_SECONDS +
    2 * SETTLING_SECONDS +
    rounds * (2 * seconds + MEMBERS_SECONDS + MEMBERS_LOADING_SECONDS)
  );
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
      const agreement = await compareAnswers(plan.comparedWith, samples, {
        ours: ours.url,
        theirs: theirs.urls[0]!,
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
      const begin = (round: number, name: string, length: number) =>
        progress.begin(`round ${round + 1} of ${count}, ${name}`, length);
      const rounds = await measureRounds(count, {
        load(side, round) {
          begin(round, side === 'ours' ? 'this service' : 'FastAPI', seconds);
          return measure(side, seconds);
        },
        async members(round) {
          begin(round, 'members alone', MEMBERS_SECONDS + MEMBERS_LOADING_SECONDS);
          const alone = await measureCeiling({ directory, work: 'asked', seconds: MEMBERS_SECONDS });
          return alone.cpuMillisecondsPerQuestion;
        },
      });
      const about = {
        task: manifest.task,
        contract: client.contract,
        clients,
        processes,
        concurrency,
        batch,
      };
      const ratios = { ratio: ratioOf(rounds), highestRatio: highestRatioOf(rounds) };
      return { started, machine, versions, ...about, agreement, rounds, ...ratios };
    } finally {
      await ours.stop();
    }
  } finally {
    await theirs.stop();
  }
}

async function measurePython({ urls, pids }: PythonService, task: Omit<LoadTask, 'urls'>): Promise<PeerLoad> {
  const used = () => pids.reduce((sum, pid) => sum + cpuMilliseconds(pid), 0);
  const before = used();
  const result = await generateLoad({ ...task, urls });
  return peerLoad(result, used() - before);
}

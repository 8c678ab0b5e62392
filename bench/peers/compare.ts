/** This service beside one of FastAPI and ONNX Runtime: the same members, samples, clients and cores, in one run. */
import type { ContractClient } from '../../functions/inference/contracts/client.ts';
import { startService } from '../../local/service.ts';
import type { AskedTask } from '../../tasks/asked-task.ts';
import { type Machine, thisMachine } from '../machine.ts';
import { measureCeiling } from '../measure/bare-inference.ts';
import {
  cpuMilliseconds,
  generateLoad,
  type LoadTask,
  measureLoad,
  SETTLING_SECONDS,
} from '../measure/load.ts';
import type { Progress } from '../progress.ts';
import type { Spread } from '../spread.ts';
import { type Agreement, compareResponses } from './agreement.ts';
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
  /** By which their responses are compared. */
  readonly comparedWith: ContractClient;
  readonly dataDirectory: string;
  readonly python: string;
  readonly versions: Versions;
  readonly clients: number;
  /** Of each load: two a round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Requests that a worker of ours takes at once. @default as `npm start` */
  readonly concurrency: number | undefined;
  /** Requests that run together at most. @default as `npm start` */
  readonly batch: number | undefined;
}

export interface Comparison {
  readonly started: string;
  readonly machine: Machine;
  readonly versions: Versions;
  readonly model: string;
  readonly contract: string;
  readonly clients: number;
  /** Workers of each. */
  readonly workers: number;
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

/** @throws {ServiceError} where one of the two cannot start or stops responding */
export async function comparePeers(plan: PeersPlan, progress: Progress): Promise<Comparison> {
  const { asked, clients, seconds, rounds: count, concurrency, batch, dataDirectory, versions } = plan;
  const { directory, manifest, samples, client } = asked;
  const started = new Date().toISOString();
  const machine = thisMachine();
  progress.begin('starting both services', STARTING_SECONDS);
  const theirs = await startPythonService({ python: plan.python, directory, workers: machine.cores });
  try {
    const ours = await startService({
      models: [directory],
      dataDirectory,
      port: 0,
      ...(concurrency !== undefined && { concurrency }),
      ...(batch !== undefined && { batch: { largest: batch } }),
    });
    try {
      const agreement = await compareResponses(plan.comparedWith, samples, {
        ours: ours.url,
        theirs: theirs.urls[0]!,
      });
      const load = { asked: { task: directory, contract: client.contract }, clients } as const;
      const measure = async (side: Side, length: number): Promise<PeerLoad> => {
        const timed = { ...load, seconds: length };
        if (side === 'theirs') return measurePython(theirs, timed);
        const measured = await measureLoad(ours, timed);
        const { front, workers } = measured.cpuPerRequest;
        return peerLoad(measured, (front + workers) * measured.requests);
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
          return alone.cpuMillisecondsPerRequest;
        },
      });
      const [
        {
          workers,
          concurrency: most,
          manifest: {
            batch: { largest },
          },
        },
      ] = ours.models;
      const about = {
        model: manifest.task,
        contract: client.contract,
        clients,
        workers,
        concurrency: most,
        batch: largest,
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

/** What a fault is, and what it gets to work with. */
import type { ContractClient, Sample } from '../../../functions/inference/contracts/client.ts';
import type { Counts } from '../asking/counts.ts';
import type { Crowd } from '../asking/crowd.ts';
import type { Unreachable } from '../asking/judge.ts';
import type { TakeDown } from '../events.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Random } from '../random.ts';
import type { DataFolder } from '../service/data-folder.ts';
import type { ServiceProcesses } from '../service/processes.ts';
import type { ServiceProcess } from '../service/service-process.ts';

/** Something that goes wrong, and that the service must survive. */
export interface Fault {
  /** As it stands in the report. */
  readonly name: string;
  /** What `--only` picks it by. */
  readonly family: Family;
  /** Why it cannot be done here; undefined where it can. */
  leftOut?(place: Place): string | undefined;
  /** What connections may suffer until the service has recovered. @default nothing */
  readonly unreachable?: Unreachable;
  /** Whether the table is out of reach meanwhile, so that answers are owed to it. */
  readonly owes?: boolean;
  /** Seconds from the end of the fault until everything must be as before. */
  readonly recoverySeconds: number;
  /**
   * Does it, and undoes it.
   *
   * @throws {NotSurvived} when something did not hold meanwhile
   */
  inflict(stage: Stage): Promise<void>;
}

export const FAMILIES = ['environments', 'table', 'gateway', 'disk', 'storm', 'damage', 'clients'] as const;
export type Family = (typeof FAMILIES)[number];

/** Where the soak runs. */
export interface Place {
  readonly platform: NodeJS.Platform;
  /** Whether the data folder is a small file system of its own, which can be filled. */
  readonly smallDisk: boolean;
  readonly mediaType: string;
}

/** What faults work with. */
export interface Stage {
  readonly service: ServiceProcess;
  readonly data: DataFolder;
  readonly crowd: Crowd;
  readonly counts: Counts;
  readonly ledger: Ledger;
  readonly client: ContractClient;
  readonly samples: readonly Sample[];
  /** Name of the task in its addresses. */
  readonly task: string;
  /** Questions a second that the service can answer, as measured at the start. */
  readonly capacity: number;
  readonly random: Random;
  readonly takeDown: TakeDown;
  /** Whether somebody wants the soak to end: undo what was done, and begin nothing new. */
  readonly signal: AbortSignal;
  /** Resolves after that time, or as soon as the soak is to end. */
  sleep(milliseconds: number): Promise<void>;
  processes(): Promise<ServiceProcesses>;
}

/** A fault that was not survived; the message says what did not hold. */
export class NotSurvived extends Error {
  override readonly name = 'NotSurvived';
}

/** For faults that stop a process: Windows has no such signals. */
export function needsSignals({ platform }: Place): string | undefined {
  return platform === 'win32' ? 'Windows has no signals that stop a process' : undefined;
}

import type { AskedTaskChoice } from '../../tasks/asked-task.ts';
import { DEFAULT_TASK } from '../../tasks/find-task.ts';
import type { UserContext } from './artillery.ts';

/** Numbers of a run, from `config.variables` of the scenario file; `npm run load` overrides them. */
export interface Settings {
  target: string;
  /** The promise in milliseconds: the organizer drops an answer that is later. */
  limit: number;
  /** How long everybody else waits before giving up, in milliseconds. */
  patience: number;
  /** No more questions than this. */
  count: number;
  /** No new questions after this many seconds. */
  seconds: number;
  /** Share of repeated ids in `repeat`, between 0 and 1. */
  share: number;
  /** Users that ask at the same moment in `burst`. */
  together: number;
  /** What is asked, and by which contract. */
  asked: AskedTaskChoice;
  /** Folder for the records; none are written without it. */
  records: string | undefined;
}

/** Reads the settings of a run from a virtual user's variables and the environment. */
export function readSettings({ vars }: UserContext): Settings {
  return {
    target: vars.target,
    limit: number(vars.limit, 1000),
    patience: number(vars.patience, 10_000),
    count: number(vars.count, Number.POSITIVE_INFINITY),
    seconds: number(vars.seconds, Number.POSITIVE_INFINITY),
    share: number(vars.share, 0.5),
    together: number(vars.together, 50),
    asked: {
      task: process.env.SUBSECOND_TASK ?? DEFAULT_TASK,
      contract: process.env.SUBSECOND_CONTRACT,
      samples: process.env.SUBSECOND_SAMPLES,
    },
    records: process.env.SUBSECOND_RECORDS,
  };
}

function number(value: unknown, otherwise: number): number {
  return value === undefined ? otherwise : Number(value);
}

import { DEFAULT_MODEL } from '../../model-repository/find-model.ts';
import type { RequestSourceChoice } from '../../model-repository/request-source.ts';
import type { ServiceAddress } from '../client/service.ts';
import type { UserContext } from './artillery.ts';

/** Numbers of a run, from `config.variables` of the scenario file; `npm run load` overrides them. */
export interface Settings {
  service: ServiceAddress;
  /** The promise in milliseconds: the organizer drops a response that is later. */
  limit: number;
  /** How long everybody else waits before giving up, in milliseconds. */
  patience: number;
  /** No more requests than this. */
  count: number;
  /** No new requests after this many seconds. */
  seconds: number;
  /** Seconds before that in which requests are sent, but neither counted nor recorded. */
  warmUp: number;
  /** Share of repeated ids in `repeat`, between 0 and 1. */
  share: number;
  /** Clients that send at the same moment in `burst`. */
  together: number;
  /** Bounds of a client's pause in `closed`, in seconds. */
  thinkLeast: number;
  thinkMost: number;
  /** Folder for the records; none are written without it. */
  records: string | undefined;
}

/** Reads the settings of a run from a virtual user's variables and the environment. */
export function readSettings({ vars }: UserContext): Settings {
  return {
    // Not on Artillery's command line: headers may be secret.
    service: { url: vars.target, headers: JSON.parse(process.env.SUBSECOND_HEADERS ?? '{}') },
    limit: number(vars.limit, 1000),
    patience: number(vars.patience, 10_000),
    count: number(vars.count, Number.POSITIVE_INFINITY),
    seconds: number(vars.seconds, Number.POSITIVE_INFINITY),
    warmUp: number(vars.warmUp, 0),
    share: number(vars.share, 0.5),
    together: number(vars.together, 50),
    thinkLeast: number(vars.thinkLeast, 0),
    thinkMost: number(vars.thinkMost, 0),
    records: process.env.SUBSECOND_RECORDS,
  };
}

/** The model that requests are for, and their contract. */
export function readSource(): RequestSourceChoice {
  return {
    model: process.env.SUBSECOND_MODEL ?? DEFAULT_MODEL,
    contract: process.env.SUBSECOND_CONTRACT,
    samples: process.env.SUBSECOND_SAMPLES,
  };
}

function number(value: unknown, otherwise: number): number {
  return value === undefined ? otherwise : Number(value);
}

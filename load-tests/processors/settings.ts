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

/** The environment variable with what Artillery's command line does not say: headers may be secret. */
export const RUN_VARIABLE = 'SUBSECOND_RUN';

/** The model that requests are for, their contract and samples, headers of every request, and the folder for records. */
export function readRun(): RequestSourceChoice & Pick<Settings, 'records'> & Pick<ServiceAddress, 'headers'> {
  return JSON.parse(process.env[RUN_VARIABLE] ?? '{}');
}

/** Reads the settings of a run from a virtual user's variables. */
export function readSettings({ vars }: UserContext): Settings {
  const { headers, records } = readRun();
  return {
    service: { url: vars.target, headers },
    limit: number(vars.limit, 1000),
    patience: number(vars.patience, 10_000),
    count: number(vars.count, Number.POSITIVE_INFINITY),
    seconds: number(vars.seconds, Number.POSITIVE_INFINITY),
    warmUp: number(vars.warmUp, 0),
    share: number(vars.share, 0.5),
    together: number(vars.together, 50),
    thinkLeast: number(vars.thinkLeast, 0),
    thinkMost: number(vars.thinkMost, 0),
    records,
  };
}

function number(value: unknown, otherwise: number): number {
  return value === undefined ? otherwise : Number(value);
}

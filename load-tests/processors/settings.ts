import type { RequestSourceChoice } from '../../model-repository/request-source.ts';
import type { ServiceAddress } from '../client/service.ts';

/** Settings of one run, from its plan. */
export interface RunSettings {
  /** Time limit of the objective in milliseconds. In the scenario `organizer`, requests time out at this limit. */
  limit: number;
  /** Limit of the number of requests. */
  count?: number | undefined;
  /** How long requests are sent after the warm-up, in seconds. */
  seconds?: number | undefined;
  /** Seconds of warm-up before the run. Requests of the warm-up are neither counted nor recorded. */
  warmUp: number;
  /** Share of repeated ids in `repeat`, between 0 and 1. */
  share: number;
  /** Clients that send at the same moment in `burst`. */
  together: number;
  /** Bounds of a client's pause in `closed`, in seconds. */
  think: readonly [least: number, most: number];
}

/** The settings of a run, with model and service. */
export interface Settings extends RunSettings {
  service: ServiceAddress;
  source: RequestSourceChoice;
  /** Folder for the records. */
  records: string;
}

/**
 * The environment variable with the settings as JSON. They are not on Artillery's command line, because headers may be secret.
 */
export const RUN_VARIABLE = 'SUBSECOND_RUN';

export function readSettings(): Settings {
  return JSON.parse(process.env[RUN_VARIABLE] ?? '');
}

import type { RequestSourceChoice } from '../../model-repository/request-source.ts';
import type { ServiceAddress } from '../client/service.ts';

/** What one run does, as its plan says. */
export interface RunSettings {
  /** The objective in milliseconds: the organizer drops a response that is later. */
  limit: number;
  /** No more requests than this. */
  count?: number | undefined;
  /** No new requests after this many seconds. */
  seconds?: number | undefined;
  /** Seconds before that in which requests are sent, but neither counted nor recorded. */
  warmUp: number;
  /** Share of repeated ids in `repeat`, between 0 and 1. */
  share: number;
  /** Clients that send at the same moment in `burst`. */
  together: number;
  /** Bounds of a client's pause in `closed`, in seconds. */
  think: readonly [least: number, most: number];
}

/** The same, with what the run is made of. */
export interface Settings extends RunSettings {
  service: ServiceAddress;
  source: RequestSourceChoice;
  /** Folder for the records. */
  records: string;
}

/** The environment variable with the settings as JSON: not on Artillery's command line, because headers may be secret. */
export const RUN_VARIABLE = 'SUBSECOND_RUN';

export function readSettings(): Settings {
  return JSON.parse(process.env[RUN_VARIABLE] ?? '');
}

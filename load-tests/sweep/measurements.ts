/** Measurements of a sweep: the content of its report.json, from which the rest of the report follows. */
import type { Provenance } from '../report/load-report.ts';
import type { Seen } from '../waiting-clients/tally.ts';
import type { Axes, Setting } from './setting.ts';

/** A tally with the number of the service's workers that died. */
export interface Point extends Seen {
  readonly deaths: number;
}

/**
 * `search` measures all settings with one number of clients, `curves` up to three of them with every number of clients, and
 * `duel` two or three of those in turn. The duel decides which setting is best.
 */
export type Phase = 'search' | 'curves' | 'duel';

/** Measurements of a service that was started once, warmed up and put under load. */
export interface Visit {
  readonly phase: Phase;
  /** Number of the round, from 1 in each phase. */
  readonly round: number;
  readonly setting: Setting;
  /** One point for each number of clients that was measured; in a duel, one for each turn. */
  readonly points: readonly Point[];
}

export interface SweepFacts extends Provenance {
  readonly model: string;
  /** The model as the command line names it. */
  readonly modelArgument: string;
  readonly modelVersion: string;
  readonly contract: string;
  readonly versions: string;
  /** Start of the sweep in ISO 8601. */
  readonly started: string;
  readonly limitMilliseconds: number;
  /** Share of the requests that must get their response within the limit. */
  readonly quantile: number;
  /** Share of the labelled responses that must be right. */
  readonly samplesRight: number;
  readonly axes: Axes;
}

/** Measurements so far. */
export interface Found {
  readonly visits: Visit[];
  /** Why batches are not possible; undefined unless a service with batches has failed to start. */
  noBatches?: string | undefined;
}

export interface SweepMeasurements extends SweepFacts, Readonly<Found> {
  readonly seconds: number;
  readonly interrupted: boolean;
}

/** What a sweep has measured: the content of its report.json, from which everything that is said of it follows. */
import type { Published } from '../report/published.ts';
import type { Axes } from './options/axes.ts';
import type { Setting } from './setting.ts';

/** What some clients saw of a service for a few seconds. Times are in milliseconds. */
export interface Seen {
  readonly clients: number;
  readonly seconds: number;
  /** Questions that were put in this time, whenever they were answered. */
  readonly questions: number;
  /** Good answers of the limit and faster that came in this time, for each second of it. */
  readonly answersPerSecond: number;
  /** Good answers that were slower than the limit. */
  readonly late: number;
  /** Questions that the service refused, with 429 or 503. */
  readonly refused: number;
  /** Questions without a good answer that were not refused: no answer in twice the limit, cut connections, errors, replies to another question. */
  readonly lost: number;
  /** Questions without a good answer by the reason. */
  readonly failures: Readonly<Record<string, number>>;
  /** Good answers to samples whose right answer is known, and how many of them were right. */
  readonly labelled: number;
  readonly right: number;
  /** Of all questions, those without an answer as slower than any. Null: so many had none. */
  readonly p50: number | null;
  readonly p99: number | null;
  /** Share of a core that the load generator used. */
  readonly generatorBusy: number;
}

/** The same with what the service needed for it. */
export interface Point extends Seen {
  /** CPU time of a question, in milliseconds, of all the service's processes; null where the platform does not tell. */
  readonly cpuMilliseconds: number | null;
  /** Share of all cores that others used meanwhile; null where the platform does not tell. */
  readonly othersBusy: number | null;
  /** Workers that ended although nobody had asked them to. */
  readonly deaths: number;
}

/** All settings with one number of clients; the best with every number; the very best in turns, which decides. */
export type Phase = 'search' | 'curves' | 'duel';

/** The service, started once, warmed up and asked. */
export interface Visit {
  readonly phase: Phase;
  /** Visits of one round are made one after the other, those of a duel in turns. Counted from 1 in each phase. */
  readonly round: number;
  readonly setting: Setting;
  /** In a duel several with the same number of clients, one for each turn. */
  readonly points: readonly Point[];
}

/** A setting that was measured no further. */
export interface Dropped {
  readonly setting: Setting;
  /** Of the search, after which it was dropped. */
  readonly round: number;
  /** It was slow, or the service did not start with it. */
  readonly why: 'behind' | 'impossible';
  readonly reason: string;
}

/** How many answers differ from what the same sample was mostly given, with batches and without. */
export interface Unlike {
  readonly answers: number;
  readonly unlike: number;
}

export interface SweepFacts {
  readonly task: string;
  /** As it was named on the command line. */
  readonly taskArgument: string;
  readonly taskVersion: string;
  readonly contract: string;
  readonly machine: string;
  readonly cores: number;
  readonly versions: string;
  readonly commit: string;
  readonly commandLine: string;
  /** ISO 8601. */
  readonly started: string;
  readonly limitMilliseconds: number;
  /** Share of the questions that must be answered in time. */
  readonly quantile: number;
  /** Share of the answers that must be right, where that is known. */
  readonly samplesRight: number;
  readonly axes: Axes;
  readonly published: readonly Published[];
}

export interface SweepMeasurements extends SweepFacts {
  /** Of this file's format. */
  readonly sweep: 3;
  readonly seconds: number;
  readonly interrupted: boolean;
  readonly visits: readonly Visit[];
  readonly dropped: readonly Dropped[];
  readonly unlike: { readonly batches: Unlike; readonly single: Unlike };
}

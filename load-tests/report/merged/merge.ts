import type { ExchangeRecord } from '../../client/records.ts';
import { type Evidence, gather } from '../../verdict/evidence.ts';
import type { RecordedRun } from './read-runs.ts';

/** The evidence of several runs together. */
export interface Merged {
  evidence: Evidence;
  /** Its exchanges on a clock that stands still where no run went on: runs at the same time stay so. */
  timed: ExchangeRecord[];
  /** When the last run ended, in milliseconds since 1970. */
  ended: number;
}

/** A run that was gathered by itself: what was still unanswered when it ended is judged by its own end. */
interface Gathered {
  evidence: Evidence;
  began: number;
  ended: number;
}

/** Puts runs together, made one after the other or at the same time on several machines. */
export function mergeRuns(runs: readonly RecordedRun[], limitMilliseconds: number): Merged {
  const gathered = runs.map(({ records }): Gathered => {
    const began = records.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
    const ended = records.reduce((most, record) => Math.max(most, endOf(record)), 0);
    return { evidence: gather(records, { at: ended, limitMilliseconds }), began, ended };
  });
  const pauses = pausesBetween(gathered);
  const timed = gathered.flatMap(({ evidence, began }) => {
    const paused = pauses.reduce((sum, pause) => sum + (pause.before <= began ? pause.milliseconds : 0), 0);
    return paused === 0
      ? evidence.exchanges
      : evidence.exchanges.map((record) => ({ ...record, at: record.at - paused }));
  });
  return {
    evidence: together(gathered.map(({ evidence }) => evidence)),
    timed,
    ended: gathered.reduce((most, { ended }) => Math.max(most, ended), 0),
  };
}

function endOf(record: { at: number; milliseconds?: number }): number {
  return record.at + (record.milliseconds ?? 0);
}

/** The times in which no run went on, each with the beginning of the run after it. */
function pausesBetween(runs: readonly Gathered[]): { before: number; milliseconds: number }[] {
  const pauses: { before: number; milliseconds: number }[] = [];
  const inOrder = runs.toSorted((first, second) => first.began - second.began);
  let covered = inOrder[0]?.ended ?? 0;
  for (const { began, ended } of inOrder) {
    if (began > covered) pauses.push({ before: began, milliseconds: began - covered });
    covered = Math.max(covered, ended);
  }
  return pauses;
}

function together(parts: readonly Evidence[]): Evidence {
  return {
    exchanges: parts.flatMap(({ exchanges }) => exchanges),
    lost: parts.flatMap(({ lost }) => lost),
    abuse: parts.flatMap(({ abuse }) => abuse),
    generator: parts.flatMap(({ generator }) => generator),
    stalls: parts.flatMap(({ stalls }) => stalls),
  };
}

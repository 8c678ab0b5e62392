import type { ExchangeRecord } from '../client/records.ts';
import { wilsonInterval } from './statistics.ts';

/** What the answers were worth. */
export interface Answers {
  answered: number;
  /** Of these, answers whose right one is known. */
  labelled: number;
  right: number;
  /** Share of right answers among those, 0 when there were none. */
  accuracy: number;
  /** 95 % interval of that share. */
  interval: { low: number; high: number };
  /** Ids that were answered in two different ways. */
  contradictions: number;
  /** Answers that claim to come from the cache for an id this client had never sent. */
  impossibleHits: number;
}

/** Compares the answers of a run with the labels and with each other. */
export function assessAnswers(exchanges: ExchangeRecord[]): Answers {
  const firstAnswers = new Map<string, string>();
  const contradicted = new Set<string>();
  let answered = 0;
  let labelled = 0;
  let right = 0;
  for (const { id, answer, label } of exchanges) {
    if (answer === undefined) continue;
    answered++;
    if (label !== undefined) labelled++;
    if (answer === label) right++;
    const first = firstAnswers.get(id);
    if (first === undefined) firstAnswers.set(id, answer);
    else if (first !== answer) contradicted.add(id);
  }
  return {
    answered,
    labelled,
    right,
    accuracy: labelled === 0 ? 0 : right / labelled,
    interval: wilsonInterval(right, labelled),
    contradictions: contradicted.size,
    impossibleHits: exchanges.filter(({ repeated, cache }) => !repeated && cache === 'hit').length,
  };
}

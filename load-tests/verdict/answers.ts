import type { ExchangeRecord } from '../client/records.ts';
import type { Check } from './outcome.ts';
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

/** Whether the answers were right, and always the same for one id. @param accuracy share that must be right */
export function judgeAnswers(answers: Answers, accuracy: number): Check[] {
  return [judgeAccuracy(answers, accuracy), judgeConstancy(answers)];
}

function judgeAccuracy(answers: Answers, demanded: number): Check {
  const percent = (share: number) => (100 * share).toFixed(1);
  const { low, high } = answers.interval;
  const name = 'right answers';
  if (answers.labelled === 0) {
    if (answers.answered === 0) return { name, finding: 'unproven', detail: 'nothing was answered' };
    return { name, finding: 'kept', detail: 'cannot be told: the samples have no labels' };
  }
  return {
    name,
    finding: answers.accuracy >= demanded ? 'kept' : 'broken',
    detail:
      `${answers.right} of ${answers.labelled} (${percent(answers.accuracy)} %, ` +
      `95 % interval ${percent(low)} to ${percent(high)}), ${percent(demanded)} % demanded`,
  };
}

function judgeConstancy({ contradictions }: Answers): Check {
  return {
    name: 'one answer per id',
    finding: contradictions === 0 ? 'kept' : 'broken',
    detail: `${contradictions} ids answered in two ways`,
  };
}

import type { ExchangeRecord } from '../client/records.ts';
import { type Check, checkThat } from './outcome.ts';

/** What the responses were worth. */
export interface Responses {
  count: number;
  /** Responses to samples with a label. */
  labelled: number;
  right: number;
  /** Share of right predictions among those, 0 when there were none. */
  accuracy: number;
  /** Ids whose replies differed in what must stay the same. */
  contradictions: number;
  /** One of them, in words; missing without any. */
  contradiction?: string;
}

/** As much of a reply as is shown. */
const EXCERPT = 60;

/** Compares the responses of a run with the labels and with each other. */
export function assessResponses(exchanges: ExchangeRecord[]): Responses {
  const firstReplies = new Map<string, string>();
  const contradicted = new Map<string, string>();
  let count = 0;
  let labelled = 0;
  let right = 0;
  for (const { id, prediction, besides, label } of exchanges) {
    if (prediction === undefined) continue;
    count++;
    if (label !== undefined) labelled++;
    if (prediction === label) right++;
    const reply = besides === undefined ? prediction : `${prediction} ${besides}`;
    const first = firstReplies.get(id);
    if (first === undefined) firstReplies.set(id, reply);
    else if (first !== reply)
      contradicted.set(id, `${first.slice(0, EXCERPT)}, then ${reply.slice(0, EXCERPT)}`);
  }
  const [contradiction] = contradicted.values();
  return {
    count,
    labelled,
    right,
    accuracy: labelled === 0 ? 0 : right / labelled,
    contradictions: contradicted.size,
    ...(contradiction === undefined ? {} : { contradiction }),
  };
}

/** Whether the responses were right, and always the same for one id. @param accuracy share that must be right */
export function judgeResponses(responses: Responses, accuracy: number): Check[] {
  return [judgeAccuracy(responses, accuracy), judgeConstancy(responses)];
}

function judgeAccuracy(responses: Responses, demanded: number): Check {
  const percent = (share: number) => (100 * share).toFixed(1);
  const name = 'right responses';
  if (responses.labelled === 0) {
    if (responses.count === 0) return { name, finding: 'unproven', detail: 'there was no response' };
    return { name, finding: 'passed', detail: 'cannot be told: the samples have no labels' };
  }
  const counted = `${responses.right} of ${responses.labelled} (${percent(responses.accuracy)} %)`;
  return checkThat(name, responses.accuracy >= demanded, `${counted}, ${percent(demanded)} % demanded`);
}

function judgeConstancy({ contradictions, contradiction }: Responses): Check {
  const example = contradiction === undefined ? '' : `, such as ${contradiction}`;
  const detail = `${contradictions} ids with two different responses${example}`;
  return checkThat('one response per id', contradictions === 0, detail);
}

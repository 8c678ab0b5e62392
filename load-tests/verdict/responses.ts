import type { ExchangeRecord } from '../client/records.ts';
import { inPercent, judgeShare, type Rules } from './objective.ts';
import { type Check, checkThat } from './outcome.ts';

/** Correctness of the responses. */
export interface Responses {
  count: number;
  /** Responses to samples with a label. */
  labelled: number;
  right: number;
  /** Share of right predictions among the labelled responses; 0 without labelled responses. */
  accuracy: number;
  /** Number of ids whose replies differed in content that must be the same. */
  contradictions: number;
  /** An example of a contradiction, in words. */
  contradiction?: string;
}

/** Largest number of characters that are shown of a reply. */
const EXCERPT = 60;

/** Compares the responses of a run with the labels, and responses with the same id with each other. */
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

/** Checks that enough responses were right, with the required confidence, and that responses with one id were the same. */
export function judgeResponses(responses: Responses, rules: Rules): Check[] {
  return [judgeAccuracy(responses, rules), judgeConstancy(responses)];
}

function judgeAccuracy({ count, labelled, right, accuracy }: Responses, rules: Rules): Check {
  const name = 'right responses';
  if (labelled === 0) {
    if (count === 0) return { name, finding: 'unproven', detail: 'there was no response' };
    const detail = 'cannot be judged: no sample has a label that the model is known to predict';
    return { name, finding: 'passed', detail };
  }
  const counted = `${right} of ${labelled} (${(100 * accuracy).toFixed(1)} %), ${inPercent(rules.accuracy)} % demanded`;
  // No number of samples proves a share of 1, and a share of 0 needs no proof, so the measured share itself is compared.
  if (rules.accuracy === 0 || rules.accuracy === 1)
    return checkThat(name, accuracy >= rules.accuracy, counted);
  const { finding, confidence } = judgeShare(labelled, labelled - right, rules.accuracy, rules.confidence);
  return { name, finding, detail: `${counted}; ${confidence}` };
}

function judgeConstancy({ contradictions, contradiction }: Responses): Check {
  const example = contradiction === undefined ? '' : `, such as ${contradiction}`;
  const detail = `${contradictions} ids with two different responses${example}`;
  return checkThat('one response per id', contradictions === 0, detail);
}

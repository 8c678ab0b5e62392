/** How sure a response is: in the words that the model's validation has measured, or in per cent where nobody has. */
import type { Certainty } from '../../../inference/model/manifest.ts';
import { percent } from './words.ts';

export interface Sureness {
  /** For the middle of a sentence: `probably`, or `85.3 % sure`. */
  readonly words: string;
  /** What such responses were worth; undefined where nobody has measured it. */
  readonly proof: string | undefined;
}

/** Of fewer, a share in per cent would say more than is known. */
const LEAST_FOR_PERCENT = 20;

/** @param confidence of a response that is given, 0 to 1 */
export function surenessOf(confidence: number, certainty: Certainty | undefined): Sureness {
  const said = certainty?.words.find(({ from }) => confidence >= from);
  if (!certainty || !said) return { words: `${percent(confidence)} sure`, proof: undefined };
  const { word, right, predictions } = said;
  const share = right / predictions;
  const counted = `${right} of ${predictions}`;
  const proof =
    predictions < LEAST_FOR_PERCENT
      ? `${counted} such responses were right`
      : `${percent(share)} of such responses were right: ${counted}`;
  return { words: word, proof: `${proof}, on ${certainty.measuredOn}` };
}

/** How often rejected predictions that every member agreed on were right; empty where nobody has counted any. */
export function doubtProof(certainty: Certainty | undefined): string {
  if (!certainty?.refused) return '';
  const { right, predictions } = certainty.refused;
  return `; on validation that was right ${right} of ${predictions} times`;
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

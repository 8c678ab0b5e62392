/** Certainty of a prediction: the words that the model's validation has measured, else a percentage. */
import type { Certainty } from '../../../inference/model/manifest.ts';
import { percent } from './words.ts';

export interface Sureness {
  /** For the middle of a sentence: `probably`, or `85.3 % sure`. */
  readonly words: string;
  /** The measured accuracy of such predictions; undefined if none was measured. */
  readonly proof: string | undefined;
}

/** Below this number, a percentage would claim too much precision. */
const LEAST_FOR_PERCENT = 20;

/** @param confidence of a prediction that was not rejected, 0 to 1 */
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

/** Accuracy of rejected predictions on which all members agreed; empty if none were counted. */
export function doubtProof(certainty: Certainty | undefined): string {
  if (!certainty?.refused) return '';
  const { right, predictions } = certainty.refused;
  return `; on validation that was right ${right} of ${predictions} times`;
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

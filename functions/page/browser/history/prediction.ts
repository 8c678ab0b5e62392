/** The part of a response that the history shows, for any pipeline. */
import type { Certainty } from '../../../inference/model/manifest.ts';
import type { ExplainedResponse } from '../request/request.ts';
import { surenessOf } from '../result/certainty.ts';

/** Fields that only some pipelines have. */
interface Told {
  readonly confidence?: number;
  readonly rejected?: boolean;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

/** A response of tensors in one phrase. */
export function countOf(outputs: Readonly<Record<string, unknown>>): string {
  const count = Object.keys(outputs).length;
  return `${count} ${count === 1 ? 'output' : 'outputs'}`;
}

export function predictionOf({ explanation }: ExplainedResponse, certainty: Certainty | undefined) {
  const { prediction, cache } = explanation;
  const { confidence, rejected = false, outputs } = explanation as Told;
  const isSure = confidence !== undefined && !rejected;
  return {
    text: outputs ? countOf(outputs) : prediction,
    /** Whether it is the reject label. */
    rejected,
    /** In words; undefined for a rejected prediction, or one without a confidence. */
    sureness: isSure ? surenessOf(confidence, certainty).words : undefined,
    isCached: cache === 'hit',
  };
}

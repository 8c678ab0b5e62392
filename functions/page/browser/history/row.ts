/** What is kept of an answer once it is no longer looked at. */
import type { Certainty } from '../../../inference/model/certainty.ts';
import type { Answered } from '../asking/answered.ts';
import type { Question } from '../asking/question.ts';
import { surenessOf } from '../shell/certainty.ts';

export interface Row {
  /** The request id: the same answer asked for again has the same. */
  readonly id: string;
  readonly at: Date;
  /** Of the file, or of what else was asked about. */
  readonly name: string;
  readonly answer: string;
  /** Whether the answer stands for none of those that there are. */
  readonly rejected: boolean;
  /** 0 to 1, where the kind has such a thing. */
  readonly confidence: number | undefined;
  /** In words; undefined for an answer that was rejected, or has no confidence. */
  readonly sureness: string | undefined;
  readonly milliseconds: number;
  /** Whether it was remembered for this id. */
  readonly remembered: boolean;
  /** As the service's header says it: `3/3`. */
  readonly members: string;
  /** What a person said of it; undefined: nothing. */
  readonly right: boolean | undefined;
  /** What it was, where a person said so. */
  readonly label: string | undefined;
}

/** What several kinds say of an answer, and some do not. */
interface Told {
  readonly confidence?: number;
  readonly rejected?: boolean;
}

/** @param before what was kept of the same question */
export function rowOf(
  { id, sample }: Question,
  { explanation, milliseconds, members }: Answered,
  certainty: Certainty | undefined,
  before: Row | undefined,
): Row {
  const { answer, cache } = explanation;
  const { confidence, rejected = false } = explanation as Told;
  const isSure = confidence !== undefined && !rejected;
  return {
    id,
    at: new Date(),
    name: sample.name,
    answer,
    rejected,
    confidence,
    sureness: isSure ? surenessOf(confidence, certainty).words : undefined,
    milliseconds,
    remembered: cache === 'hit',
    members,
    right: before?.right,
    label: before?.label,
  };
}

/** What passes between contracts and the pipeline `text-correction`. */

/** Sentences that may have been said. */
export interface SentenceInput {
  /** Most probable first, at least one; without the spaces and markers of a recogniser. */
  readonly hypotheses: readonly string[];
}

/** The sentence that was most probably said. */
export interface SentencePrediction {
  readonly text: string;
  /** 0 to 1: of the least certain place. 0 where no member ran. */
  readonly confidence: number;
  /** The hypothesis that the response was made of, from 0. */
  readonly hypothesis: number;
  /** Places that were changed. */
  readonly places: readonly SentencePlace[];
}

/** One place of a sentence, and what could stand there. */
export interface SentencePlace {
  /** Characters (Unicode code points) before it. */
  readonly index: number;
  /** What was heard. */
  readonly heard: string;
  /** What stands there in the response. */
  readonly answer: string;
  /** The most probable first; what was heard is among them. */
  readonly alternatives: readonly { readonly text: string; readonly probability: number }[];
}

/** Puts sentences to a judge and counts what came of them. */
import type { JudgedPrediction } from '../certainty.ts';
import { Effort } from '../effort.ts';
import { AS_PREDICTED, type Judge } from './judges.ts';
import type { LabelledSentence } from './labelled-sentences.ts';
import { SentenceTally } from './tally.ts';

export interface Evaluation {
  /** By judge, what a caller gets last. */
  readonly tallies: ReadonlyMap<string, SentenceTally>;
  readonly effort: Effort;
  /** Predictions whose confidence is known; right where every character is. */
  readonly judged: readonly JudgedPrediction[];
}

/** @param progress is told after each sentence how many are done */
export async function evaluate(
  sentences: readonly LabelledSentence[],
  judge: Judge,
  progress: (done: number) => void,
): Promise<Evaluation> {
  const tallies = new Map<string, SentenceTally>();
  const effort = new Effort();
  const judged: JudgedPrediction[] = [];
  for (const [index, { sample, heard, said }] of sentences.entries()) {
    const { sentences: predicted, milliseconds, membersRun, confidence } = await judge.predict(sample);
    for (const [name, sentence] of predicted) {
      const tally = tallies.get(name) ?? new SentenceTally();
      tallies.set(name, tally);
      tally.count(heard, sentence, said);
    }
    for (const [name, time] of milliseconds) effort.spent(name, time);
    if (membersRun !== undefined) effort.ran(membersRun);
    if (confidence !== undefined) judged.push({ confidence, right: predicted.get(AS_PREDICTED) === said });
    progress(index + 1);
  }
  return { tallies, effort, judged };
}

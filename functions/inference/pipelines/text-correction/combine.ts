/** Reads the members' outputs for sentences, and combines their votes into one sentence. */
import { ModelError } from '../../model/model-error.ts';
import type { Tensor } from '../../model/tensors.ts';
import type { Combined, Vote } from '../pipeline.ts';
import { addVotes, requireProbabilities, weightOf } from '../shared/votes.ts';
import type { Batch } from './batch.ts';
import { type SentenceInput, type SentencePrediction, sentencePrediction } from './prediction.ts';
import { type Reading, readHypothesis } from './reading.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A member's FP32 [rows, length, width] for one request. `given` is the shape of the whole output, larger in a batch. */
export type MemberOutput = Tensor & { readonly datatype: 'FP32'; readonly given?: readonly number[] };

export const OUTPUT = 'probabilities';

/** @throws {ModelError} if the output does not have one probability for each candidate */
export function checkMemberOutput({ shape, given, data }: MemberOutput, file: string): void {
  if (`${given}` !== `${shape}`) {
    throw new ModelError(`${file} gives "${OUTPUT}" [${given?.join(', ')}] instead of [${shape.join(', ')}]`);
  }
  const [, , width = 0] = shape;
  const remedy = 'the graph must end in a softmax over the candidates';
  for (let start = 0; start < data.length; start += width) {
    requireProbabilities(data.subarray(start, start + width), width, true, file, remedy);
  }
}

/** Tolerance for scores of 32-bit probabilities. */
const ROUNDING = 1e-3;

interface Choice {
  readonly vocabulary: Vocabulary;
  readonly threshold: number;
  readonly rankPenalty: number;
}

/**
 * Corrects every hypothesis by the weighted mean of the votes, and chooses the most probable sentence. The prediction is
 * decided if none of its positions can change any more, and no other sentence can become as probable, even if all missing
 * members vote against the chosen sentence and for the other one at every position.
 */
export function combineVotes(
  votes: readonly Vote<MemberOutput>[],
  weightLeft: number,
  request: SentenceInput,
  { rows, length, width }: Batch,
  { vocabulary, threshold, rankPenalty }: Choice,
): Combined<SentencePrediction> {
  /** Weighted sum of the votes for each candidate at each position of each hypothesis. */
  const sums = addVotes(new Float64Array(rows.length * length * width), votes, ({ data }) => data);
  const voted = weightOf(votes);
  const left = Math.max(0, weightLeft);
  const readings = rows.map((ids, rank) => {
    const counts = ids.map((id) => vocabulary.candidateCount(id));
    const own = sums.subarray(rank * length * width, (rank + 1) * length * width);
    return readHypothesis(rank, counts, own, width, { voted, left, threshold, rankPenalty });
  });
  let best = readings[0] as Reading;
  for (const reading of readings) if (reading.score > best.score) best = reading;
  // If all members that have not run vote against the best sentence, the probability at each position shrinks by these
  // members' share of the weight.
  const worst = best.score + Math.log(voted / (voted + left));
  const beaten = (other: Reading) => other === best || worst > other.most + ROUNDING;
  return {
    output: sentencePrediction(
      request,
      best,
      rows[best.rank]!,
      vocabulary,
      (index, candidate) => sums[(best.rank * length + index) * width + candidate]! / voted,
    ),
    decided: left === 0 || (best.settled && readings.every(beaten)),
  };
}

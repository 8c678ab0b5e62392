import type { Tensor } from '../../model/tensors.ts';
import type { Combined, RankedLabel, Vote } from '../pipeline.ts';
import { topLabels } from '../shared/labels.ts';
import { floatsOf } from '../shared/tensors.ts';
import { addVotes, isDecided, rounded, softmax, totalOf, weightOf } from '../shared/votes.ts';
import type { ImageLabelsManifest, OutputEntry } from './manifest.ts';
import { LABELS_KEPT, type LabelPrediction, type LabelPredictions } from './prediction.ts';

interface Choice {
  readonly labels: readonly string[];
  readonly reject: ImageLabelsManifest['reject'];
}

/** @returns one probability per label, in the order of the labels */
export function readMemberOutput(tensor: Tensor, { scores }: Pick<OutputEntry, 'scores'>): Float32Array {
  const values = floatsOf(tensor);
  return scores === 'logits' ? softmax(values) : values;
}

const NOTHING_REJECTED = { label: '', threshold: 0, together: 1 };

/**
 * Labels each picture by the weighted mean of its votes. The result is decided once no missing vote can change a label, or,
 * with `everyLabel`, after the last vote.
 * @param votes with the probabilities of every label, for each picture
 */
export function combineVotes(
  votes: readonly Vote<readonly Float32Array[]>[],
  weightLeft: number,
  { labels, reject = NOTHING_REJECTED }: Choice,
  everyLabel: boolean,
): Combined<LabelPredictions> {
  const { label: rejectLabel, threshold, together } = reject;
  const weights = weightOf(votes);
  let decided = !everyLabel || weightLeft === 0;
  const output = votes[0]!.memberOutput.map((_, picture): LabelPrediction => {
    const mean = addVotes(new Float32Array(labels.length), votes, (pictures) => pictures[picture]!);
    for (let label = 0; label < mean.length; label++) mean[label]! /= weights;
    const ranking = topLabels(mean, labels, LABELS_KEPT);
    const best = ranking[0] as RankedLabel;
    const shares = ranking.map(({ probability }) => probability);
    const rejected = totalOf(shares.slice(0, together)) < threshold;
    const leaders = shares.map((share) => share * weights);
    decided &&= isDecided(leaders, weightLeft, threshold * (weights + weightLeft), together);
    return {
      label: rejected ? rejectLabel : best.label,
      confidence: rounded(best.probability),
      rejected,
      ranking: ranking.map(({ label, probability }) => ({ label, probability: rounded(probability) })),
      probabilities: everyLabel ? mean : undefined,
    };
  });
  return { output: output as never, decided };
}

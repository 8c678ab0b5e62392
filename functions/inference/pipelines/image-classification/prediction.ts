/** Input and prediction of the pipeline `image-classification`, for contracts. */
import type { Pictures } from '../picture/input/member-tensors.ts';
import type { RankedLabel } from '../pipeline.ts';
import { bytesOf, toBase64 } from '../shared/tensors.ts';

/** Largest number of labels in a ranking. */
export const LABELS_KEPT = 5;

export interface PictureInput extends Pictures {
  /** Whether the request asks for the probability of every label, which needs every member. @default false */
  readonly everyLabel?: boolean;
}

export interface LabelPrediction extends PictureLabels {
  /** The labels of the pictures after the first, if the request has several. */
  readonly others?: readonly PictureLabels[];
}

export interface PictureLabels {
  /** The most probable label, or the reject label. */
  readonly label: string;
  /** Highest probability in the mean of the votes, 0 to 1. */
  readonly confidence: number;
  readonly rejected: boolean;
  /** The most probable labels, best first, at most `LABELS_KEPT`. */
  readonly ranking: readonly RankedLabel[];
  /** One probability per label, if the request asks for every label. */
  readonly probabilities: Float32Array | undefined;
}

export function picturesOf({ others = [], ...first }: LabelPrediction): readonly PictureLabels[] {
  return [first, ...others];
}

type Packed = [
  label: string,
  rejected: boolean,
  ranking: [label: string, probability: number][],
  /** All probabilities as 32-bit floats, in base64. */
  probabilities?: string,
];

/** One picture as a `Packed`, several as a list of them, in JSON. */
export function packPrediction({ others, ...first }: LabelPrediction): string {
  return JSON.stringify(others ? [first, ...others].map(packed) : packed(first));
}

export function unpackPrediction(text: string): LabelPrediction {
  const content = JSON.parse(text) as Packed | Packed[];
  if (typeof content[0] === 'string') return unpacked(content as Packed);
  const [first, ...others] = (content as Packed[]).map(unpacked) as [PictureLabels, ...PictureLabels[]];
  return { ...first, others };
}

function packed({ label, rejected, ranking, probabilities }: PictureLabels): Packed {
  const ranks = ranking.map((rank): [string, number] => [rank.label, rank.probability]);
  return probabilities ? [label, rejected, ranks, toBase64(probabilities)] : [label, rejected, ranks];
}

function unpacked([label, rejected, ranks, bytes]: Packed): PictureLabels {
  const ranking = ranks.map(([name, probability]) => ({ label: name, probability }));
  const probabilities = bytes === undefined ? undefined : new Float32Array(bytesOf(bytes).buffer);
  return { label, confidence: ranking[0]?.probability ?? 0, rejected, ranking, probabilities };
}

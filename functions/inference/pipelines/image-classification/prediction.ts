/** Input and prediction of the pipeline `image-classification`, for contracts. */
import type { Pictures } from '../picture/input/member-tensors.ts';
import type { RankedLabel } from '../pipeline.ts';
import { bytesOf, toBase64 } from '../shared/tensors.ts';

export const LABELS_KEPT = 5;

export interface PictureInput extends Pictures {
  /** Whether the request asks for the probability of every label, which needs every member. @default false */
  readonly everyLabel?: boolean;
}

/** One prediction for each picture. */
export type LabelPredictions = readonly [LabelPrediction, ...LabelPrediction[]];

export interface LabelPrediction {
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

type Packed = [
  label: string,
  rejected: boolean,
  ranking: [label: string, probability: number][],
  /** All probabilities as 32-bit floats, in base64. */
  probabilities?: string,
];

/** JSON: a `Packed` for one picture, or a list of `Packed` for several. */
export function packPredictions([first, ...others]: LabelPredictions): string {
  return JSON.stringify(others.length > 0 ? [first, ...others].map(packed) : packed(first));
}

export function unpackPredictions(text: string): LabelPredictions {
  const content = JSON.parse(text) as Packed | [Packed, ...Packed[]];
  const [first, ...others] = typeof content[0] === 'string' ? [content as Packed] : (content as Packed[]);
  return [unpacked(first!), ...others.map(unpacked)];
}

function packed({ label, rejected, ranking, probabilities }: LabelPrediction): Packed {
  const ranks = ranking.map((rank): [string, number] => [rank.label, rank.probability]);
  return probabilities ? [label, rejected, ranks, toBase64(probabilities)] : [label, rejected, ranks];
}

function unpacked([label, rejected, ranks, bytes]: Packed): LabelPrediction {
  const ranking = ranks.map(([name, probability]) => ({ label: name, probability }));
  const probabilities = bytes === undefined ? undefined : new Float32Array(bytesOf(bytes).buffer);
  return { label, confidence: ranking[0]?.probability ?? 0, rejected, ranking, probabilities };
}

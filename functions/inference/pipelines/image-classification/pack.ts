/** Predictions as the response cache keeps them: short, because DynamoDB bills by the kilobyte. */
import type { LabelPrediction, PictureLabels } from './types.ts';

type Packed = [
  label: string,
  rejected: boolean,
  ranking: [label: string, probability: number][],
  /** In base64. */
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
  if (probabilities === undefined) return [label, rejected, ranks];
  const { buffer, byteOffset, byteLength } = probabilities;
  return [label, rejected, ranks, Buffer.from(buffer, byteOffset, byteLength).toString('base64')];
}

function unpacked([label, rejected, ranks, bytes]: Packed): PictureLabels {
  const ranking = ranks.map(([name, probability]) => ({ label: name, probability }));
  const confidence = ranking[0]?.probability ?? 0;
  const probabilities =
    bytes === undefined ? undefined : new Float32Array(Uint8Array.from(Buffer.from(bytes, 'base64')).buffer);
  return { label, confidence, rejected, ranking, probabilities };
}

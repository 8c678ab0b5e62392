/** Answers as the result cache keeps them: short, because DynamoDB bills by the kilobyte. */
import type { LabelAnswer } from './types.ts';

/** `[label, rejected, [[label, probability], …], probabilities in base64?]` as JSON. */
export function packAnswer({ label, rejected, ranking, probabilities }: LabelAnswer): string {
  const ranks = ranking.map((rank) => [rank.label, rank.probability]);
  const bytes =
    probabilities &&
    Buffer.from(probabilities.buffer, probabilities.byteOffset, probabilities.byteLength).toString('base64');
  return JSON.stringify(bytes === undefined ? [label, rejected, ranks] : [label, rejected, ranks, bytes]);
}

export function unpackAnswer(text: string): LabelAnswer {
  const [label, rejected, ranks, bytes] = JSON.parse(text) as [string, boolean, [string, number][], string?];
  const ranking = ranks.map(([name, probability]) => ({ label: name, probability }));
  const confidence = ranking[0]?.probability ?? 0;
  const probabilities =
    bytes === undefined ? undefined : new Float32Array(Uint8Array.from(Buffer.from(bytes, 'base64')).buffer);
  return { label, confidence, rejected, ranking, probabilities };
}

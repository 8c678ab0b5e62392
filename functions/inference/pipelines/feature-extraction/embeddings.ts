/** Embeddings of texts in the form of the response cache. */
import type { Embeddings } from '../embeddings.ts';
import { bytesOf, toBase64 } from '../tensors.ts';
import type { TextOutput } from '../text/tensor-view.ts';

export interface TextEmbeddings extends TextOutput, Embeddings {}

type Packed = [embeddings: string[], tokens: readonly number[], truncated: readonly number[]];

/** `[embeddings in base64 of FP32, little-endian, tokens, truncated]` as JSON. */
export function packEmbeddings({ embeddings, tokens, truncated }: TextEmbeddings): string {
  return JSON.stringify([embeddings.map(toBase64), tokens, truncated] satisfies Packed);
}

export function unpackEmbeddings(text: string): TextEmbeddings {
  const [packed, tokens, truncated] = JSON.parse(text) as Packed;
  return { embeddings: packed.map((base64) => new Float32Array(bytesOf(base64).buffer)), tokens, truncated };
}

/** Embeddings as the response cache keeps them: as bytes, because DynamoDB bills by the kilobyte. */
import type { TextEmbeddings } from './types.ts';

type Packed = [embeddings: string[], tokens: readonly number[], truncated: readonly number[]];

/** `[embeddings in base64 of FP32, little-endian, tokens, truncated]` as JSON. */
export function packEmbeddings({ embeddings, tokens, truncated }: TextEmbeddings): string {
  return JSON.stringify([embeddings.map(embeddingBase64), tokens, truncated] satisfies Packed);
}

export function unpackEmbeddings(text: string): TextEmbeddings {
  const [packed, tokens, truncated] = JSON.parse(text) as Packed;
  const embeddings = packed.map(
    (base64) => new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer),
  );
  return { embeddings, tokens, truncated };
}

/** Of FP32, little-endian, as every machine that this runs on has it. */
export function embeddingBase64({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

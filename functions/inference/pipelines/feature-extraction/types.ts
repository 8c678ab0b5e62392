/** What passes between contracts and the pipeline `feature-extraction`. */
import type { TextOutput } from '../text/types.ts';

export interface TextEmbeddings extends TextOutput {
  /** Of each text, all of one size. */
  readonly embeddings: readonly Float32Array[];
}

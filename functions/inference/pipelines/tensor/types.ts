/** The typed question and answer of the kind `tensor`. */
import type { Tensors } from '../../model/tensors.ts';

export interface TensorQuestion {
  readonly tensors: Tensors;
  /** Names of the outputs that are asked for. */
  readonly wanted: readonly string[];
}

/** Outputs by their names. */
export type TensorAnswer = Tensors;

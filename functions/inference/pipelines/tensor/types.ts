/** The typed request and answer of the pipeline `tensor`. */
import type { Tensors } from '../../model/tensors.ts';

export interface TensorInput {
  readonly tensors: Tensors;
  /** Names of the outputs that are asked for. */
  readonly wanted: readonly string[];
}

/** Outputs by their names. */
export type TensorPrediction = Tensors;

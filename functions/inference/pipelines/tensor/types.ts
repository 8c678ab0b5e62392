/** Input and prediction of the pipeline `tensor`. */
import type { Tensors } from '../../model/tensors.ts';

export interface TensorInput {
  readonly tensors: Tensors;
  /** Names of the requested outputs. */
  readonly wanted: readonly string[];
}

/** Outputs by their names. */
export type TensorPrediction = Tensors;

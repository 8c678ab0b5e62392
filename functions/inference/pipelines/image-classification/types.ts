/** Input and prediction of the pipeline `image-classification`: all that contracts know of it. */
import type { Tensor } from '../../model/tensors.ts';
import type { RankedLabel } from '../pipeline.ts';

/** A picture or several, and what the request wants to know of them. */
export interface PictureInput {
  /**
   * The bytes of a JPEG, PNG or WebP file that nobody has looked at yet, or of several; or a tensor that members take as it is,
   * a picture in each of its rows.
   */
  readonly picture: Uint8Array | readonly Uint8Array[] | Tensor;
  /** Whether the request wants the probability of every label, which takes every member. */
  readonly everyLabel: boolean;
}

export interface LabelPrediction extends PictureLabels {
  /** Of the pictures beside the first one, where the request has several. */
  readonly others?: readonly PictureLabels[];
}

/** What is said of one picture. */
export interface PictureLabels {
  /** The most probable label, or the reject label. */
  readonly label: string;
  /** Greatest probability of the mean of the votes, 0 to 1. */
  readonly confidence: number;
  readonly rejected: boolean;
  /** The most probable labels, best first, at most five. */
  readonly ranking: readonly RankedLabel[];
  /** One per label, where the request wants every label. */
  readonly probabilities: Float32Array | undefined;
}

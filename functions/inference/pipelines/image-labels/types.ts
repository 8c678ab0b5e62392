/** The typed question and answer of the kind `image-labels`: all of it that contracts know. */
import type { Tensor } from '../../model/tensors.ts';
import type { RankedLabel } from '../kind.ts';

/** A picture, and what is asked of it. */
export interface PictureQuestion {
  /** The bytes of a JPEG, PNG or WebP file that nobody has looked at yet, or a tensor that members take as it is. */
  readonly picture: Uint8Array | Tensor;
  /** Whether the probability of every label is asked for, which takes every member. */
  readonly everyLabel: boolean;
}

export interface LabelAnswer {
  /** The most probable label, or the reject answer. */
  readonly label: string;
  /** Greatest probability of the mean of the votes, 0 to 1. */
  readonly confidence: number;
  readonly rejected: boolean;
  /** The most probable labels, best first, at most five. */
  readonly ranking: readonly RankedLabel[];
  /** One per label, where every label was asked for. */
  readonly probabilities: Float32Array | undefined;
}

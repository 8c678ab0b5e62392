/** Input and prediction of the pipeline `object-detection`: all that contracts know of it. */
import type { Pictures } from '../picture-input/member-tensors.ts';

export interface DetectionInput extends Pictures {
  /** Least score of a box, 0 to 1, and the intersection over union beyond which one is left out. @default those of the model */
  readonly threshold?: number | undefined;
  readonly iou?: number | undefined;
}

/** As Hugging Face's pipeline has it, with fractions of pixels. */
export interface Detection {
  readonly label: string;
  /** 0 to 1. */
  readonly score: number;
  /** In pixels of the picture that was sent, turned as it was held; of a tensor, in pixels of the tensor. */
  readonly box: Box;
}

export interface Box {
  readonly xmin: number;
  readonly ymin: number;
  readonly xmax: number;
  readonly ymax: number;
}

export interface Detections extends PictureDetections {
  /** Of the pictures beside the first one, where the request has several. */
  readonly others?: readonly PictureDetections[];
}

export interface PictureDetections {
  /** Most probable first. */
  readonly detections: readonly Detection[];
  /** Width and height that boxes are in. */
  readonly size: { readonly width: number; readonly height: number };
}

export function picturesOf({ others = [], ...first }: Detections): readonly PictureDetections[] {
  return [first, ...others];
}

/** Input and prediction of the pipeline `object-detection`, for contracts. */
import type { Pictures } from '../picture/input/member-tensors.ts';

export interface DetectionInput extends Pictures {
  /** Score that a box must exceed, 0 to 1. @default the model's */
  readonly threshold?: number | undefined;
  /** Intersection over union beyond which the less probable of two boxes is left out, 0 to 1. @default the model's */
  readonly iou?: number | undefined;
}

/** A detected object, as in Hugging Face's pipeline, but with fractions of pixels. */
export interface Detection {
  readonly label: string;
  /** 0 to 1. */
  readonly score: number;
  /** Box in pixels of the sent picture after EXIF rotation; for a tensor, in pixels of the tensor. */
  readonly box: Box;
}

export interface Box {
  readonly xmin: number;
  readonly ymin: number;
  readonly xmax: number;
  readonly ymax: number;
}

export interface Detections extends PictureDetections {
  /** The detections in the pictures after the first, if the request has several. */
  readonly others?: readonly PictureDetections[];
}

export interface PictureDetections {
  /** Detected objects, most probable first. */
  readonly detections: readonly Detection[];
  /** Width and height of the picture, in the unit of the boxes. */
  readonly size: { readonly width: number; readonly height: number };
}

export function picturesOf({ others = [], ...first }: Detections): readonly PictureDetections[] {
  return [first, ...others];
}

/** Input and prediction of the pipeline `object-detection`, for contracts. */
import * as v from 'valibot';
import type { Pictures } from '../picture/input/member-tensors.ts';

export interface DetectionInput extends Pictures {
  /** Score that a box must exceed, 0 to 1. @default the model's */
  readonly threshold?: number | undefined;
  /** Intersection over union beyond which the less probable of two boxes is left out, 0 to 1. @default the model's */
  readonly iou?: number | undefined;
}

const Side = v.pipe(v.number(), v.integer());
const BoxSchema = v.object({ xmin: Side, ymin: Side, xmax: Side, ymax: Side });

/** Detected objects in the form of Hugging Face's pipeline. */
export const DetectionsSchema = v.pipe(
  v.array(v.object({ label: v.string(), score: v.number(), box: BoxSchema })),
  v.description('Most probable first; boxes in whole pixels of the picture after its EXIF rotation.'),
);

/** In fractions of pixels of the sent picture after EXIF rotation; for a tensor, in pixels of the tensor. */
export type Box = Readonly<v.InferOutput<typeof BoxSchema>>;

/** One for each picture. */
export type Detections = readonly [PictureDetections, ...PictureDetections[]];

export interface PictureDetections {
  /** Detected objects, most probable first. */
  readonly detections: Readonly<v.InferOutput<typeof DetectionsSchema>>;
  /** Width and height of the picture, in the unit of the boxes. */
  readonly size: { readonly width: number; readonly height: number };
}

/** Input and prediction of the pipeline `object-detection`, for contracts. */
import * as v from 'valibot';
import { Probability } from '../../model/manifest.ts';
import type { Pictures } from '../picture/input/member-tensors.ts';

/** Fields of a request besides its pictures. */
export const DETECTION_ENTRIES = {
  threshold: v.optional(
    v.pipe(Probability, v.description('Boxes with a higher score are returned. Default: the model’s own.')),
  ),
  iou: v.optional(
    v.pipe(
      Probability,
      v.description(
        'Intersection over union beyond which the less probable of two boxes of one label is left out; only for YOLO models whose graph has no non-maximum suppression. Default: the model’s own.',
      ),
    ),
  ),
};

export type DetectionInput = Pictures &
  Readonly<v.InferOutput<v.ObjectSchema<typeof DETECTION_ENTRIES, undefined>>>;

const Side = v.pipe(v.number(), v.integer());
const BoxSchema = v.object({ xmin: Side, ymin: Side, xmax: Side, ymax: Side });

/** Detected objects in the form of Hugging Face's pipeline. */
export const DetectionsSchema = v.pipe(
  v.array(v.object({ label: v.string(), score: v.number(), box: BoxSchema })),
  v.description('Most probable first; boxes in whole pixels of the picture after its EXIF rotation.'),
);

/** A box in pixels of the sent picture after EXIF rotation, or of the sent tensor. Contract `predictions` cuts off fractions. */
export type Box = Readonly<v.InferOutput<typeof BoxSchema>>;

export type Detections = readonly [PictureDetections, ...PictureDetections[]];

export interface PictureDetections {
  readonly detections: Readonly<v.InferOutput<typeof DetectionsSchema>>;
  /** Width and height of the picture, in the unit of the boxes. */
  readonly size: { readonly width: number; readonly height: number };
}

/** Pictures in, boxes with their labels out, in the form of this contract. */
import * as v from 'valibot';
import {
  type Box,
  type DetectionInput,
  type Detections,
  DetectionsSchema,
  picturesOf,
} from '../../pipelines/object-detection/prediction.ts';
import { json } from '../http.ts';
import { type Exchange, oneOrSeveral, requestSchema, type SentRequest } from './exchange.ts';
import { describedPictures, PICTURE_ENTRIES, pictureRequest } from './sent-pictures.ts';

const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const RequestSchema = requestSchema(
  {
    ...PICTURE_ENTRIES,
    threshold: v.optional(v.pipe(Share, v.description('Lowest score of a box. Default: the model’s own.'))),
    iou: v.optional(
      v.pipe(
        Share,
        v.description(
          'Intersection over union beyond which the less probable of two boxes of one label is left out, for YOLO without suppression in its graph. Default: the model’s own.',
        ),
      ),
    ),
  },
  'image',
  'images',
);

const EXAMPLE = [{ label: 'cat', score: 0.94, box: { xmin: 12, ymin: 40, xmax: 310, ymax: 420 } }];

export function detections(): Exchange<SentRequest<DetectionInput>, Detections> {
  return {
    parse: (request) => pictureRequest(request, RequestSchema),
    reply({ parsed: { isOne }, output }) {
      const lists = picturesOf(output).map(({ detections }) =>
        detections.map(({ label, score, box }) => ({ label, score, box: whole(box) })),
      );
      return json(200, isOne ? lists[0] : lists);
    },
    ...describedPictures(
      { PredictionRequest: RequestSchema, Prediction: oneOrSeveral(DetectionsSchema) },
      'The objects in each picture, with their boxes',
      EXAMPLE,
    ),
  };
}

/** Cuts fractions off, as Hugging Face's pipeline does. */
function whole(box: Box): Box {
  const sides = Object.entries(box).map(([side, place]) => [side, Math.trunc(place)]);
  return Object.fromEntries(sides);
}

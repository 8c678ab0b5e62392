/** Pictures in, boxes with their labels out, in the form of this contract. */
import * as v from 'valibot';
import {
  type Box,
  type DetectionInput,
  type Detections,
  picturesOf,
} from '../../pipelines/object-detection/prediction.ts';
import { json } from '../http.ts';
import { type Exchange, oneOrSeveral } from './exchange.ts';
import {
  describedPictures,
  pictureRequest,
  picturesUnder,
  readPictures,
  type SentPictures,
} from './sent-pictures.ts';

const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const RequestSchema = pictureRequest({
  threshold: v.optional(v.pipe(Share, v.description('Lowest score of a box. Default: the model’s own.'))),
  iou: v.optional(
    v.pipe(
      Share,
      v.description(
        'Intersection over union beyond which the less probable of two boxes of one label is left out, for YOLO without suppression in its graph. Default: the model’s own.',
      ),
    ),
  ),
});

const Side = v.pipe(v.number(), v.integer());
const Boxes = v.pipe(
  v.array(
    v.object({
      label: v.string(),
      score: v.number(),
      box: v.object({ xmin: Side, ymin: Side, xmax: Side, ymax: Side }),
    }),
  ),
  v.description('Most probable first; boxes in whole pixels of the picture after its EXIF rotation.'),
);
const EXAMPLE = [{ label: 'cat', score: 0.94, box: { xmin: 12, ymin: 40, xmax: 310, ymax: 420 } }];

export function detections(): Exchange<SentPictures<DetectionInput>, Detections> {
  return {
    parse(request) {
      const { pictures, isOne, fields } = readPictures(request, RequestSchema);
      return { ...picturesUnder(request, pictures, fields), input: { pictures, ...fields }, isOne };
    },
    reply({ parsed: { isOne }, output }) {
      const lists = picturesOf(output).map(({ detections }) =>
        detections.map(({ label, score, box }) => ({ label, score, box: whole(box) })),
      );
      return json(200, isOne ? lists[0] : lists);
    },
    ...describedPictures(
      { PredictionRequest: RequestSchema, Prediction: oneOrSeveral(Boxes) },
      'The objects in each picture, with their boxes',
      EXAMPLE,
    ),
  };
}

/** Cuts fractions off, as Hugging Face's pipeline does. */
function whole({ xmin, ymin, xmax, ymax }: Box): Box {
  return {
    xmin: Math.trunc(xmin),
    ymin: Math.trunc(ymin),
    xmax: Math.trunc(xmax),
    ymax: Math.trunc(ymax),
  };
}

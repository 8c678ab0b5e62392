/** Pictures in, labels, embeddings or boxes with their labels out, in the form of this contract. */
import * as v from 'valibot';
import { Probability } from '../../model/manifest.ts';
import type { LabelPredictions, PictureInput } from '../../pipelines/image-classification/prediction.ts';
import {
  type Box,
  type DetectionInput,
  type Detections,
  DetectionsSchema,
} from '../../pipelines/object-detection/prediction.ts';
import type { Pictures } from '../../pipelines/picture/input/member-tensors.ts';
import type { Embeddings } from '../../pipelines/shared/embeddings.ts';
import type { ModelInfo } from '../contract.ts';
import { json } from '../http.ts';
import {
  describeLabelHeader,
  type Exchange,
  labelHeader,
  oneOrSeveral,
  Ranking,
  rankingsReply,
  requestSchema,
  type SentRequest,
  Vectors,
} from './exchange.ts';
import { describedPictures, PICTURE_ENTRIES, PicturesSchema, pictureRequest } from './sent-pictures.ts';

/** The exchange of a classifier: the best labels of each picture. */
export function pictureLabels({ labels }: ModelInfo): Exchange<SentRequest<PictureInput>, LabelPredictions> {
  return {
    parse: (request) => pictureRequest(request, PicturesSchema),
    reply({ parsed: { isOne }, output }) {
      const rankings = output.map(({ ranking }) => ranking);
      return rankingsReply(isOne, rankings, labelHeader(...output.map(({ label }) => label)));
    },
    ...describedPictures(
      { PredictionRequest: PicturesSchema, Prediction: oneOrSeveral(Ranking) },
      'The best labels of each picture',
      { [labels?.labels[0] ?? '']: 0.9 },
      describeLabelHeader(labels?.labels[0]),
    ),
  };
}

/** The exchange of a model of embeddings: the embedding of each picture. */
export function pictureEmbeddings(): Exchange<SentRequest<Pictures>, Embeddings> {
  return {
    parse: (request) => pictureRequest(request, PicturesSchema),
    reply({ parsed: { isOne }, output }) {
      const lists = output.embeddings.map((embedding) => [...embedding]);
      return json(200, isOne ? lists[0] : lists);
    },
    ...describedPictures(
      { PredictionRequest: PicturesSchema, Prediction: Vectors },
      'The embedding of each picture',
      [0.6, -0.8],
    ),
  };
}

const DetectionRequest = requestSchema(
  {
    ...PICTURE_ENTRIES,
    threshold: v.optional(
      v.pipe(Probability, v.description('Lowest score of a box. Default: the model’s own.')),
    ),
    iou: v.optional(
      v.pipe(
        Probability,
        v.description(
          'Intersection over union beyond which the less probable of two boxes of one label is left out, for YOLO without suppression in its graph. Default: the model’s own.',
        ),
      ),
    ),
  },
  'image',
  'images',
);

const BOXES_EXAMPLE = [{ label: 'cat', score: 0.94, box: { xmin: 12, ymin: 40, xmax: 310, ymax: 420 } }];

/** The exchange of a detector: the objects in each picture. */
export function detections(): Exchange<SentRequest<DetectionInput>, Detections> {
  return {
    parse: (request) => pictureRequest(request, DetectionRequest),
    reply({ parsed: { isOne }, output }) {
      const lists = output.map(({ detections }) =>
        detections.map(({ label, score, box }) => ({ label, score, box: whole(box) })),
      );
      return json(200, isOne ? lists[0] : lists);
    },
    ...describedPictures(
      { PredictionRequest: DetectionRequest, Prediction: oneOrSeveral(DetectionsSchema) },
      'The objects in each picture, with their boxes',
      BOXES_EXAMPLE,
    ),
  };
}

/** Cuts fractions off, as Hugging Face's pipeline does. */
function whole(box: Box): Box {
  const sides = Object.entries(box).map(([side, place]) => [side, Math.trunc(place)]);
  return Object.fromEntries(sides);
}

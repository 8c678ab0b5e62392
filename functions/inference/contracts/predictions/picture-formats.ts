/** Formats of this contract that take pictures. They return labels, embeddings or labelled boxes. */
import type { LabelPredictions, PictureInput } from '../../pipelines/image-classification/prediction.ts';
import {
  type Box,
  DETECTION_ENTRIES,
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
  labelHeader,
  oneOrSeveral,
  type PredictionFormat,
  Ranking,
  rankingsReply,
  requestSchema,
  type SentRequest,
  Vectors,
} from './format.ts';
import { PICTURE_ENTRIES, PicturesSchema, takesPictures } from './sent-pictures.ts';

export function pictureLabels({
  labels,
}: ModelInfo): PredictionFormat<SentRequest<PictureInput>, LabelPredictions> {
  const [best = ''] = labels?.labels ?? [];
  return {
    ...takesPictures(PicturesSchema, oneOrSeveral(Ranking), {
      summary: 'The best labels of each picture',
      example: { [best]: 0.9 },
      headers: describeLabelHeader(best),
    }),
    reply({ parsed: { isOne }, output }) {
      const rankings = output.map(({ ranking }) => ranking);
      return rankingsReply(isOne, rankings, labelHeader(...output.map(({ label }) => label)));
    },
  };
}

export function pictureEmbeddings(): PredictionFormat<SentRequest<Pictures>, Embeddings> {
  return {
    ...takesPictures(PicturesSchema, Vectors, {
      summary: 'The embedding of each picture',
      example: [0.6, -0.8],
    }),
    reply({ parsed: { isOne }, output }) {
      const lists = output.embeddings.map((embedding) => [...embedding]);
      return json(200, isOne ? lists[0] : lists);
    },
  };
}

const DetectionRequest = requestSchema({ ...PICTURE_ENTRIES, ...DETECTION_ENTRIES }, 'image', 'images');
const BOXES_EXAMPLE = [{ label: 'cat', score: 0.94, box: { xmin: 12, ymin: 40, xmax: 310, ymax: 420 } }];

export function detections(): PredictionFormat<SentRequest<DetectionInput>, Detections> {
  return {
    ...takesPictures(DetectionRequest, oneOrSeveral(DetectionsSchema), {
      summary: 'The objects in each picture, with their boxes',
      example: BOXES_EXAMPLE,
    }),
    reply({ parsed: { isOne }, output }) {
      const lists = output.map(({ detections }) =>
        detections.map(({ label, score, box }) => ({ label, score, box: whole(box) })),
      );
      return json(200, isOne ? lists[0] : lists);
    },
  };
}

/** Cuts fractions off, as Hugging Face's pipeline does. */
function whole(box: Box): Box {
  const sides = Object.entries(box).map(([side, pixel]) => [side, Math.trunc(pixel)]);
  return Object.fromEntries(sides);
}

/** Pictures in, labels or embeddings out, in the form of this contract. */
import {
  type LabelPrediction,
  type PictureInput,
  picturesOf,
} from '../../pipelines/image-classification/prediction.ts';
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
  type SentRequest,
  Vectors,
} from './exchange.ts';
import { describedPictures, PicturesSchema, pictureRequest } from './sent-pictures.ts';

/** The exchange of a classifier: the best labels of each picture. */
export function pictureLabels({ labels }: ModelInfo): Exchange<SentRequest<PictureInput>, LabelPrediction> {
  return {
    parse: (request) => pictureRequest(request, PicturesSchema),
    reply({ parsed: { isOne }, output }) {
      const said = picturesOf(output);
      const rankings = said.map(({ ranking }) => ranking);
      return rankingsReply(isOne, rankings, labelHeader(...said.map(({ label }) => label)));
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

/** Pictures and their labels, as this contract takes and gives them. */
import { hash } from 'node:crypto';
import type { LabelPrediction, PictureInput } from '../../pipelines/image-classification/types.ts';
import type { ModelInfo } from '../contract.ts';
import { json } from '../http.ts';
import { cachedUnder } from '../idempotency-key.ts';
import { describePredictions } from './description.ts';
import type { Exchange } from './exchange.ts';
import { PREDICTION_HEADER } from './headers.ts';
import { rankingBody } from './ranking-body.ts';
import { readPicture } from './read-picture.ts';

export function pictureLabels(model: ModelInfo): Exchange<PictureInput, LabelPrediction> {
  return {
    parse(request) {
      const picture = readPicture(request);
      const cached = cachedUnder(request, () => hash('sha256', picture));
      return { ...cached, attemptsLeft: undefined, input: { picture, everyLabel: false } };
    },
    reply: ({ output }) => ({
      ...json(200, undefined, { [PREDICTION_HEADER]: encodeURIComponent(output.label) }),
      body: rankingBody(output.ranking),
    }),
    describe: () => describePredictions(model),
  };
}

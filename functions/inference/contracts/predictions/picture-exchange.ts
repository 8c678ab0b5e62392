/** Pictures and their labels, as this contract takes and gives them. */
import { hash } from 'node:crypto';
import type { LabelPrediction, PictureInput } from '../../pipelines/image-classification/prediction.ts';
import type { RankedLabel } from '../../pipelines/pipeline.ts';
import type { ContractDescription, InferenceRoute, ModelInfo, ParsedRequest } from '../contract.ts';
import { type HttpRequest, json } from '../http.ts';
import { cachedUnder } from '../request-id.ts';
import { PREDICTION_HEADER } from './client.ts';
import { describePredictions } from './description.ts';
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

export interface Exchange<Input, Output> extends Pick<InferenceRoute<Input, Output>, 'reply'> {
  /** @throws {Problem} when the body is not a valid request */
  parse(request: HttpRequest): ParsedRequest<Input>;
  describe(): ContractDescription;
}

/** Written by hand: a JavaScript object would put labels that are numbers in numeric order. */
export function rankingBody(ranking: readonly RankedLabel[]): string {
  const entries = ranking.map(({ label, probability }) => `${JSON.stringify(label)}:${probability}`);
  return `{${entries.join(',')}}`;
}

/** What the documentation says of the contract `predictions` for models of texts. */
import { predictionsPath } from '../../addresses.ts';
import type { ContractDescription, ModelInfo } from '../../contract.ts';
import { jsonInformation, requestOperation } from '../../description/describe.ts';
import { contentOf, toJsonSchema } from '../../description/json-schema.ts';
import { IDEMPOTENCY_KEY_PARAMETER } from '../../idempotency-key.ts';
import { TRUNCATED_DESCRIPTION } from '../../truncated-header.ts';
import { predictionHeader } from '../description.ts';
import { PingSchema } from '../schemas.ts';
import { EmbeddingsSchema, RankingsSchema, TextRequestSchema } from './schemas.ts';

const TEXT = 'What a beautiful morning';

export function describeTexts({ name, labels }: Pick<ModelInfo, 'name' | 'labels'>): ContractDescription {
  const path = predictionsPath(name);
  const best = labels?.labels[0];
  const answer = best === undefined ? [0.6, -0.8] : { [best]: 0.9 };
  return {
    summary: 'Texts, in the way of TorchServe and Multi Model Server',
    paths: {
      [path]: {
        post: requestOperation({
          operationId: 'predict',
          summary: labels ? 'The best labels of each text' : 'The embedding of each text',
          description:
            'Takes the text itself, or JSON with one text or several; the reply to several is a list. The same texts are ' +
            'the same request in all of them.',
          parameters: [IDEMPOTENCY_KEY_PARAMETER],
          takes: {
            'text/plain': { schema: { type: 'string' }, example: TEXT },
            ...contentOf('PredictionRequest', undefined, { text: TEXT }),
          },
          gives: contentOf('Prediction', undefined, answer),
          answered: 'Answered',
          headers: { ...TRUNCATED_DESCRIPTION, ...(best !== undefined && predictionHeader(best)) },
        }),
      },
      '/ping': { get: jsonInformation('ping', 'Healthy when every model is', 'Ping') },
    },
    schemas: {
      PredictionRequest: toJsonSchema(TextRequestSchema),
      Prediction: toJsonSchema(labels ? RankingsSchema : EmbeddingsSchema),
      Ping: toJsonSchema(PingSchema),
    },
    example: `curl -s "$ADDRESS${path}" -H 'content-type: text/plain' -d '${TEXT}'`,
  };
}

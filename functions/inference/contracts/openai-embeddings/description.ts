/** What the documentation says of the contract `openai-embeddings`. */
import type { ProblemDetails } from '../../problems/problems.ts';
import type { ContractDescription, ModelInfo } from '../contract.ts';
import { jsonInformation, requestOperation } from '../description/describe.ts';
import { contentOf, toJsonSchema } from '../description/json-schema.ts';
import type { ErrorForm } from '../description/responses.ts';
import { IDEMPOTENCY_KEY_PARAMETER } from '../idempotency-key.ts';
import { TRUNCATED_DESCRIPTION } from '../truncated-header.ts';
import { EMBEDDINGS_PATH, MODELS_PATH } from './paths.ts';
import { ErrorSchema, ModelsSchema, ReplySchema, RequestSchema } from './schema.ts';

const ERROR = 'OpenAiError';

export function describeEmbeddings(
  { name }: Pick<ModelInfo, 'name'>,
  bodyOf: (problem: ProblemDetails) => unknown,
): ContractDescription {
  const errors: ErrorForm = { prefix: ERROR, mediaType: 'application/json', schema: ERROR, bodyOf };
  const request = { model: name, input: ['A cat sleeps.', 'The dog barks.'] };
  const models = { object: 'list', data: [{ id: name, object: 'model', created: 0, owned_by: 'subsecond' }] };
  return {
    summary: 'Embeddings of texts, as OpenAI has them',
    paths: {
      [EMBEDDINGS_PATH]: {
        post: requestOperation({
          operationId: 'createEmbedding',
          summary: 'The embedding of each text',
          parameters: [IDEMPOTENCY_KEY_PARAMETER],
          takes: contentOf('OpenAiEmbeddingRequest', undefined, request),
          gives: contentOf('OpenAiEmbeddings', undefined, exampleOf(name)),
          replies: 'The embeddings',
          headers: TRUNCATED_DESCRIPTION,
          errors,
        }),
      },
      [MODELS_PATH]: {
        get: jsonInformation('listModels', 'The model at this address', 'OpenAiModels', models, errors),
      },
    },
    schemas: {
      OpenAiEmbeddingRequest: toJsonSchema(RequestSchema),
      OpenAiEmbeddings: toJsonSchema(ReplySchema),
      OpenAiModels: toJsonSchema(ModelsSchema),
      [ERROR]: toJsonSchema(ErrorSchema),
    },
    errors,
    example: `curl -s "$ADDRESS${EMBEDDINGS_PATH}" -H 'content-type: application/json' -d '${JSON.stringify(request)}'`,
  };
}

function exampleOf(model: string): object {
  return {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.6, -0.8] }],
    model,
    usage: { prompt_tokens: 5, total_tokens: 5 },
  };
}

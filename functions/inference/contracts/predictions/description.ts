/** What the documentation says of the contract `predictions`. */
import {
  closedShape,
  describeTensor,
  elementCount,
  jsonZero,
  nest,
  type TensorInfo,
} from '../../model/tensors.ts';
import { predictionsPath } from '../addresses.ts';
import type { ContractDescription, ModelInfo } from '../contract.ts';
import { jsonInformation, requestOperation } from '../description/describe.ts';
import { contentOf, type JsonSchema, toJsonSchema } from '../description/json-schema.ts';
import { quoteArgument } from '../examples.ts';
import { IDEMPOTENCY_KEY_PARAMETER } from '../request-id.ts';
import { TRUNCATED_DESCRIPTION } from '../truncated-header.ts';
import { PREDICTION_HEADER } from './client.ts';
import {
  EmbeddingsSchema,
  PingSchema,
  Ranking,
  RankingsSchema,
  RequestSchema,
  TextRequestSchema,
} from './schemas.ts';

const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'application/octet-stream'];

/** What each label of an example has of all that is left: the best one most. */
const SHARE = 0.9;
const LABELS_SHOWN = 3;

/** What the contract is for every pipeline: one operation, and whether the service is there. */
function describe(
  path: string,
  summary: string,
  post: JsonSchema,
  schemas: { readonly PredictionRequest: JsonSchema; readonly Prediction: JsonSchema },
  example: string,
): ContractDescription {
  return {
    summary,
    paths: {
      [path]: { post },
      '/ping': { get: jsonInformation('ping', 'Healthy when every model is', 'Ping') },
    },
    schemas: { ...schemas, Ping: toJsonSchema(PingSchema) },
    example,
  };
}

export function describePredictions({
  name,
  labels,
}: Pick<ModelInfo, 'name' | 'labels'>): ContractDescription {
  const path = predictionsPath(name);
  return describe(
    path,
    'Pictures, by the API of TorchServe and Multi Model Server',
    operation(labels?.labels ?? []),
    { PredictionRequest: toJsonSchema(RequestSchema), Prediction: toJsonSchema(Ranking) },
    [
      `curl -s "$ADDRESS${path}" -H "content-type: image/jpeg" --data-binary "@picture.jpg"`,
      `curl -s "$ADDRESS${path}" -F "image=@picture.jpg"`,
    ].join('\n'),
  );
}

function operation(labels: readonly string[]): JsonSchema {
  const [best = ''] = labels;
  return requestOperation({
    operationId: 'predict',
    summary: `The best labels of one picture; the header ${PREDICTION_HEADER} has the predicted label, or the reject label`,
    description:
      'Accepts the picture itself, a form with it as the only file, or JSON with it in base64. All three are the same request. ' +
      `The body of the response has the best labels even if the model rejects the picture; only the header ${PREDICTION_HEADER} ` +
      'shows a rejection.',
    parameters: [IDEMPOTENCY_KEY_PARAMETER],
    takes: bodies(),
    gives: contentOf('Prediction', undefined, ranking(labels)),
    headers: predictionHeader(best),
  });
}

function predictionHeader(best: string): JsonSchema {
  return {
    [PREDICTION_HEADER]: {
      description: 'The best label, or the reject label; percent-encoded.',
      schema: { type: 'string' },
      example: encodeURIComponent(best),
    },
  };
}

function bodies(): JsonSchema {
  const form = {
    type: 'object',
    required: ['image'],
    properties: {
      image: {
        contentMediaType: 'application/octet-stream',
        description: 'The only file of the form. The field may have any name.',
      },
    },
  };
  return {
    ...Object.fromEntries(
      PICTURES.map((mediaType) => [mediaType, { schema: { contentMediaType: mediaType } }]),
    ),
    'multipart/form-data': { schema: form },
    ...contentOf('PredictionRequest'),
  };
}

/** Labels with probabilities that fall, and make no more than 1. */
function ranking(labels: readonly string[]): Record<string, number> {
  const shown = labels.slice(0, LABELS_SHOWN);
  return Object.fromEntries(
    shown.map((label, place) => [label, Number((SHARE * (1 - SHARE) ** place).toFixed(6))]),
  );
}

const TEXT = 'What a beautiful morning';

export function describeTexts({ name, labels }: Pick<ModelInfo, 'name' | 'labels'>): ContractDescription {
  const path = predictionsPath(name);
  const best = labels?.labels[0];
  const example = best === undefined ? [0.6, -0.8] : { [best]: 0.9 };
  return describe(
    path,
    'Texts, by the API of TorchServe and Multi Model Server',
    requestOperation({
      operationId: 'predict',
      summary: labels ? 'The best labels of each text' : 'The embedding of each text',
      description:
        'Accepts the text itself, or JSON with one or several texts. The response to several texts is a list. The same ' +
        'texts are the same request in either form.',
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      takes: {
        'text/plain': { schema: { type: 'string' }, example: TEXT },
        ...contentOf('PredictionRequest', undefined, { text: TEXT }),
      },
      gives: contentOf('Prediction', undefined, example),
      replies: 'The predictions',
      headers: { ...TRUNCATED_DESCRIPTION, ...(best !== undefined && predictionHeader(best)) },
    }),
    {
      PredictionRequest: toJsonSchema(TextRequestSchema),
      Prediction: toJsonSchema(labels ? RankingsSchema : EmbeddingsSchema),
    },
    `curl -s "$ADDRESS${path}" -H 'content-type: text/plain' -d '${TEXT}'`,
  );
}

/** Examples with more elements are left out. */
const ELEMENTS_SHOWN = 100;

/** Of a model of named tensors. */
export function describeTensors({
  name,
  tensors: { inputs, outputs },
}: Pick<ModelInfo, 'name' | 'tensors'>): ContractDescription {
  const path = predictionsPath(name);
  const request = exampleOf(inputs);
  const sent = request ? quoteArgument(JSON.stringify({ inputs: request })) : '@request.json';
  return describe(
    path,
    'Tensors as nested arrays, by the API of TorchServe and Multi Model Server',
    requestOperation({
      operationId: 'predict',
      summary: 'All outputs of the model by name',
      description:
        'Accepts a nested array for each input. A model with one input also accepts that array alone.',
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      takes: contentOf('PredictionRequest', undefined, request && { inputs: request }),
      gives: contentOf('Prediction', undefined, exampleOf(outputs)),
      replies: 'The outputs',
    }),
    {
      PredictionRequest: { type: 'object', properties: { inputs: arraysOf(inputs) }, required: ['inputs'] },
      Prediction: arraysOf(outputs),
    },
    `curl -s "$ADDRESS${path}" -H 'content-type: application/json' -d ${sent}`,
  );
}

function arraysOf(places: readonly TensorInfo[]): JsonSchema {
  const properties = places.map((place) => [
    place.name,
    { ...(place.shape.length > 0 && { type: 'array' }), description: describeTensor(place) },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: places.map(({ name }) => name),
  };
}

/** Zeros by name; open dimensions are 1. */
function exampleOf(places: readonly TensorInfo[]): Record<string, unknown> | undefined {
  const closed = places.map((place) => ({ ...place, shape: closedShape(place.shape) }));
  if (closed.reduce((sum, { shape }) => sum + elementCount(shape), 0) > ELEMENTS_SHOWN) return undefined;
  return Object.fromEntries(
    closed.map(({ name, datatype, shape }) => [name, nest<unknown>(shape, () => jsonZero(datatype))]),
  );
}

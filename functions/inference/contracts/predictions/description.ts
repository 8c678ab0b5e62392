/** What the documentation says of the contract `predictions`. */
import {
  answerHeaders,
  contentOf,
  type JsonSchema,
  problemResponses,
  toJsonSchema,
} from '../../documentation/describe.ts';
import type { ContractDescription } from '../contract.ts';
import { MAX_ID_LENGTH } from '../request-id.ts';
import { ANSWER_HEADER, ID_HEADER } from './headers.ts';
import { PingSchema, QuestionSchema, ReplySchema } from './schemas.ts';

const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'application/octet-stream'];

/** @param path where pictures are sent */
export function describePredictions(path: string): ContractDescription {
  return {
    paths: { [path]: { post: operation() }, '/ping': { get: ping() } },
    schemas: {
      PredictionQuestion: toJsonSchema(QuestionSchema),
      Prediction: toJsonSchema(ReplySchema),
      Ping: toJsonSchema(PingSchema),
    },
    example: [
      `curl -s "$ADDRESS${path}" -H 'content-type: image/jpeg' --data-binary @picture.jpg`,
      `curl -s "$ADDRESS${path}" -F image=@picture.jpg`,
    ].join('\n'),
  };
}

function operation(): JsonSchema {
  return {
    summary: `The best labels of one picture; the header ${ANSWER_HEADER} has the answer, which may be to reject it`,
    description:
      'Takes the picture itself, a form whose only file it is, or JSON with it in base64: the same picture is the same ' +
      'question in all of them. The body of the reply has the best labels even where the answer is to reject the ' +
      `picture; only the header ${ANSWER_HEADER} says that.`,
    parameters: [
      {
        name: ID_HEADER,
        in: 'header',
        description:
          'Request id: the same id is always answered alike, and belongs to one picture. Without one, nothing is ' +
          'remembered. A proxy that puts an id of its own into every request makes every question a remembered one.',
        schema: { type: 'string', minLength: 1, maxLength: MAX_ID_LENGTH },
      },
    ],
    requestBody: { required: true, content: bodies() },
    responses: {
      200: {
        description: 'Answered',
        headers: {
          ...answerHeaders(),
          [ANSWER_HEADER]: {
            description: 'The answer, percent-encoded: the best label, or the reject answer.',
            schema: { type: 'string' },
          },
        },
        content: contentOf('Prediction'),
      },
      ...problemResponses(),
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
        description: 'The only file of the form; any other name of the field will do.',
      },
    },
  };
  return {
    ...Object.fromEntries(
      PICTURES.map((mediaType) => [mediaType, { schema: { contentMediaType: mediaType } }]),
    ),
    'multipart/form-data': { schema: form },
    ...contentOf('PredictionQuestion'),
  };
}

function ping(): JsonSchema {
  return {
    summary: 'Healthy when every model is',
    responses: { 200: { description: 'Healthy', content: contentOf('Ping') } },
  };
}

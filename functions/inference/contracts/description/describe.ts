/** Parts of an OpenAPI 3.1 document that several contracts need. */
import { contentOf, type JsonSchema } from './json-schema.ts';
import { type ErrorForm, failureResponses, problemResponses } from './responses.ts';

const header = (description: string, example: string): JsonSchema => ({
  description,
  schema: { type: 'string' },
  example,
});

/** The headers that tell how a response came about. */
export const RESPONSE_HEADERS: JsonSchema = {
  'x-subsecond-cache': header(
    '`hit` (an earlier response), `miss`, `too-large` (for a cache entry), `degraded` (store out of reach) or `off` (no id, ' +
      'or no store).',
    'miss',
  ),
  'x-subsecond-members': header(
    'Members that ran, of all members: `3/3`; `2/3; decided` if the others could not have changed ' +
      'the response, `2/3; shortened` if there was no time for them, `0/3; fallback` if no member ran in time.',
    '1/3; decided',
  ),
  'x-subsecond-start': header(
    '`cold` when this request waited for the start of its environment, else `warm`.',
    'warm',
  ),
  'x-subsecond-late': header(
    'For responses that were sent while the table was unavailable: how many the environment has written or lost since its last ' +
      'response, and how many wait.',
    'written=2, lost=0, waiting=0',
  ),
  'server-timing': header(
    'Milliseconds of each step.',
    'contract;dur=0.099, cacheGet;dur=0.012, decode;dur=0.372, predict;dur=2.929, cachePut;dur=2.334',
  ),
};

export interface RequestOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly JsonSchema[];
  readonly takes: JsonSchema;
  readonly gives: JsonSchema;
  /** What a reply is. @default 'The prediction' */
  readonly replies?: string;
  /** Headers of a reply, beside those that tell how the response came about. */
  readonly headers?: JsonSchema;
  /** @default problem details */
  readonly errors?: ErrorForm;
}

export function requestOperation(operation: RequestOperation): JsonSchema {
  const { takes, gives, replies = 'The prediction', headers, errors, ...said } = operation;
  return {
    ...said,
    requestBody: { required: true, content: takes },
    responses: {
      200: { description: replies, headers: { ...RESPONSE_HEADERS, ...headers }, content: gives },
      ...problemResponses(errors),
    },
  };
}

/** An operation that returns information. @param errors their format. @default problem details */
export function jsonInformation(
  operationId: string,
  summary: string,
  schema: string,
  example?: unknown,
  errors?: ErrorForm,
): JsonSchema {
  return {
    operationId,
    summary,
    responses: {
      200: { description: 'The requested information', content: contentOf(schema, undefined, example) },
      ...failureResponses(errors),
    },
  };
}

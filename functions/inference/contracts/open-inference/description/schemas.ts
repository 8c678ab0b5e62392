/** What goes over the wire as JSON Schema (2020-12), for the OpenAPI description. */
import { DATATYPES } from '../../tensors/elements.ts';
import { MAX_DIMENSIONS, MAX_TENSORS } from '../infer/request-schema.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** All schemas of this contract begin with it. */
export const PREFIX = 'OpenInference';

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${PREFIX}${name}` });

const text = (description?: string): JsonSchema => ({
  type: 'string',
  ...(description ? { description } : {}),
});
const integer: JsonSchema = { type: 'integer', minimum: 0 };
const flag: JsonSchema = { type: 'boolean' };
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** Fields are required unless they are named as optional. */
function object(properties: Readonly<Record<string, JsonSchema>>, ...optional: string[]): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

const datatype: JsonSchema = { enum: DATATYPES };
const shape: JsonSchema = { ...list(integer), maxItems: MAX_DIMENSIONS };
const parameters = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  ...object(properties, ...Object.keys(properties)),
  description: 'Other parameters are ignored.',
});
const data: JsonSchema = {
  type: 'array',
  description: 'Elements in row-major order, flat or nested as the shape says.',
};
const duration = object({ count: integer, ns: integer });
const place = object({ name: text(), datatype, shape: { ...list({ type: 'integer', minimum: -1 }) } });
const configured = object({ name: text(), data_type: text(), dims: list({ type: 'integer', minimum: -1 }) });

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Request: object(
    {
      id: {
        type: 'string',
        description:
          'Returned in the response, without other effect. The header Idempotency-Key caches a response.',
      },
      parameters: parameters({
        binary_data_output: {
          ...flag,
          description: 'Whether outputs are sent as binary data; each output can override it.',
        },
        retry: { description: 'Number of attempts that the caller has left. Informative.' },
      }),
      inputs: { ...list(reference('Input')), maxItems: MAX_TENSORS },
      outputs: {
        ...list(reference('RequestedOutput')),
        maxItems: MAX_TENSORS,
        description: 'The outputs to send, in this order. Default: all.',
      },
    },
    'id',
    'parameters',
    'outputs',
  ),
  Input: object(
    {
      name: text(),
      datatype,
      shape,
      parameters: parameters({
        binary_data_size: {
          ...integer,
          description: 'Length in bytes of the binary data that follow the JSON, instead of `data`.',
        },
      }),
      data,
    },
    'parameters',
    'data',
  ),
  RequestedOutput: object(
    {
      name: text(),
      parameters: parameters({
        binary_data: flag,
        classification: {
          ...integer,
          description:
            'Number of scores to return for each row: the highest ones, as `score:index:label`. Default: all scores.',
        },
      }),
    },
    'parameters',
  ),
  Reply: object(
    {
      model_name: text(),
      model_version: text('The version that predicted: an earlier one, where the response was cached.'),
      id: text('The id of the request.'),
      outputs: list(reference('Output')),
    },
    'id',
  ),
  Output: object(
    { name: text(), datatype, shape, parameters: object({ binary_data_size: integer }), data },
    'parameters',
    'data',
  ),
  Error: object({ error: text('What is wrong with this request, and what would be right.') }),
  Server: object({ name: text(), version: text(), extensions: list(text()) }),
  Live: object({ live: flag }),
  Ready: object({ live: flag, ready: flag }),
  Index: list(object({ name: text(), version: text(), state: text(), reason: text() }, 'version')),
  Model: object({
    name: text(),
    versions: list(text()),
    platform: text(),
    inputs: list(place),
    outputs: list(place),
  }),
  ModelReady: object({ name: text(), ready: flag }),
  Configuration: object({
    name: text(),
    platform: text(),
    max_batch_size: integer,
    input: list(configured),
    output: list(configured),
  }),
  Statistics: object({
    model_stats: list(
      object({
        name: text(),
        version: text(),
        last_inference: { ...integer, description: 'Milliseconds since 1970.' },
        inference_count: integer,
        execution_count: integer,
        inference_stats: { type: 'object', additionalProperties: duration },
        batch_stats: list({ type: 'object' }),
      }),
    ),
  }),
};

/** `components.schemas` of this contract. */
export const schemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(SCHEMAS).map(([name, schema]) => [`${PREFIX}${name}`, schema]),
);

/** The OpenAPI 3.1 description of the service, made from its contracts and its lists of problems. */
import type * as v from 'valibot';
import type { Contract, ModelInfo } from '../contracts/contract.ts';
import {
  type Bodies,
  componentsOf,
  header,
  type JsonSchema,
  type Operation,
  toJsonSchema,
} from '../contracts/description/operation.ts';
import { errorResponse } from '../contracts/description/responses.ts';
import { type ErrorForm, PROBLEM_FORM } from '../contracts/http.ts';

/** Headers of each response with a prediction. */
const RESPONSE_HEADERS: JsonSchema = {
  'x-subsecond-cache': header(
    '`hit` (an earlier response), `miss`, `too-large` (for a cache entry), `degraded` (store unavailable) or `off` (no id, ' +
      'or no store).',
    'miss',
  ),
  'x-subsecond-members': header(
    'Members that ran, of all members: `3/3`; `2/3; decided` if the others could not have changed ' +
      'the response, `2/3; shortened` if there was no time for them, `0/3; fallback` if no member could run.',
    '1/3; decided',
  ),
  'x-subsecond-start': header(
    '`cold` if this request waited for the start of its execution environment, else `warm`.',
    'warm',
  ),
  'server-timing': header(
    'Duration of each step, in milliseconds.',
    'contract;dur=0.099, cacheGet;dur=0.012, decode;dur=0.372, predict;dur=2.929, cachePut;dur=2.334',
  ),
};

/** Bodies by media type, as OpenAPI describes them. */
export type Content = Readonly<
  Record<string, { readonly schema: JsonSchema & { readonly $ref?: string }; readonly example?: unknown }>
>;

export type OpenApi = ReturnType<typeof createOpenApi>;

/** The document of `GET /openapi.json`. @param contracts the contracts of the model, and the contract of the common routes */
export function createOpenApi(model: ModelInfo, contracts: readonly Contract[]) {
  const schemas: Record<string, v.GenericSchema> = Object.assign(
    {},
    ...contracts.map((each) => each.schemas),
  );
  const forms = contracts.map(({ errors = PROBLEM_FORM }) => errors);
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const { name, routes, errors } of contracts) {
    for (const { method, path, describe } of routes) {
      // The first contract that has an address serves it.
      paths[path] ??= {};
      paths[path][method.toLowerCase()] ??= operationOf(name, describe(), schemas, errors);
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `Subsecond: ${model.title}`,
      version: model.version,
      description:
        'A repeat with the same request id gets the first response while it is cached. On AWS, an error of API Gateway itself is ' +
        '`{"message": "…"}`.',
    },
    // The URL is relative to this document, so that it also works below a prefix.
    servers: [{ url: '.' }],
    tags: contracts.map(({ name, summary }) => ({ name, description: `${summary}.` })),
    paths,
    components: {
      schemas: componentsOf(schemas),
      responses: Object.fromEntries(forms.map((form) => [form.schema, errorResponse(form)])),
    },
  };
}

function operationOf(
  tag: string,
  { takes, gives, headers, ...operation }: Operation,
  schemas: Readonly<Record<string, v.GenericSchema>>,
  errors: ErrorForm = PROBLEM_FORM,
) {
  const responseHeaders = { ...(takes && RESPONSE_HEADERS), ...headers };
  return {
    tags: [tag],
    ...operation,
    ...(takes && { requestBody: { required: true, content: contentOf(takes, schemas) } }),
    responses: {
      200: {
        description: takes ? 'The prediction' : 'The requested information',
        ...(Object.keys(responseHeaders).length > 0 && { headers: responseHeaders }),
        content: contentOf(gives, schemas),
      },
      default: { $ref: `#/components/responses/${errors.schema}` },
    },
  };
}

/** Bodies with references to the named schemas. */
function contentOf(bodies: Bodies, schemas: Readonly<Record<string, v.GenericSchema>>): Content {
  const content = Object.entries(bodies).map(([mediaType, { schema, example }]) => {
    const name = Object.keys(schemas).find((candidate) => schemas[candidate] === schema);
    return [
      mediaType,
      {
        schema: name === undefined ? toJsonSchema(schema) : { $ref: `#/components/schemas/${name}` },
        ...(example !== undefined && { example }),
      },
    ];
  });
  return Object.fromEntries(content);
}

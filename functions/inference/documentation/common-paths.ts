/** What every model has, whatever its contracts, for the OpenAPI description. */
import type { Contract, ModelInfo } from '../contracts/contract.ts';
import { jsonInformation, RESPONSE_HEADERS } from '../contracts/description/describe.ts';
import { contentOf, type JsonSchema } from '../contracts/description/json-schema.ts';
import { problemResponses } from '../contracts/description/responses.ts';

const LABELS_SHOWN = 5;

export type Operations = Readonly<Record<string, JsonSchema>>;

/** @param shown the contract whose requests `/explain` takes */
export function commonPaths(
  model: ModelInfo,
  shown: Contract,
  explains: boolean,
  schemas: Readonly<Record<string, JsonSchema>>,
): Record<string, Operations> {
  const { name, version, members, labels } = model;
  const health = { status: 'ready', model: name, version, members, cache: 'ready', unwritten: 0 };
  return {
    ...(explains && { '/explain': { post: explanation(model, shown, schemas) } }),
    ...(labels && { '/labels': { get: labelsOperation(model) } }),
    '/healthz': { get: jsonInformation('health', 'Ready when all models are ready', 'Health', health) },
  };
}

function labelsOperation({ name, version, labels }: ModelInfo): JsonSchema {
  const summary = 'All labels of the model; 304 if `if-none-match` has the current `etag`';
  const shown = labels && { ...labels, labels: labels.labels.slice(0, LABELS_SHOWN) };
  const operation = jsonInformation('labels', summary, 'Labels', { model: name, version, ...shown });
  const etag = { description: 'Of this list.', schema: { type: 'string' }, example: '"kX9…"' };
  const { 200: told, ...others } = operation.responses as Record<string, JsonSchema>;
  return {
    ...operation,
    parameters: [{ name: 'if-none-match', in: 'header', schema: { type: 'string' } }],
    responses: {
      200: { ...told, headers: { etag } },
      304: { description: 'The list has not changed.', headers: { etag } },
      ...others,
    },
  };
}

/** `/explain` takes what the first contract's request route takes. */
function explanation(
  { version, members, labels, tensors: { outputs } }: ModelInfo,
  contract: Contract,
  schemas: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const inference = contract.routes.find((route) => 'parse' in route);
  const { post = {} } = (contract.describe().paths[inference?.path ?? ''] ?? {}) as { post?: JsonSchema };
  const { responses } = withExamples(post, schemas) as {
    responses?: Record<number, { content?: Record<string, { example?: unknown }> }>;
  };
  const reply = Object.values(responses?.[200]?.content ?? {})[0]?.example as { answer?: string };
  const example = {
    reply,
    answer: labels?.labels[0] ?? reply.answer ?? outputs.map(({ name }) => name).join(', '),
    cache: 'miss',
    version,
    members: members.map((name) => ({ name, weight: 1, milliseconds: 2.929 })),
    stages: { contract: 0.099, cacheGet: 0.012, decode: 0.372, predict: 2.929, cachePut: 2.334 },
  };
  return {
    ...post,
    operationId: 'explain',
    summary: 'The response, and how it came about',
    responses: {
      200: {
        description: 'The prediction',
        headers: RESPONSE_HEADERS,
        content: contentOf('Explanation', undefined, example),
      },
      ...problemResponses(),
    },
  };
}

/** Made of the examples that a schema and its fields have; undefined where they have none. */
export function exampleOf(schema: JsonSchema): unknown {
  const { examples, enum: options, properties, required = [], items, type } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(options)) return options[0];
  if (properties) {
    const fields = Object.entries(properties as Record<string, JsonSchema>)
      .map(([name, field]) => [name, exampleOf(field)] as const)
      .filter(([, example]) => example !== undefined);
    const lacking = (required as string[]).some((name) => !fields.some(([field]) => field === name));
    return lacking ? undefined : Object.fromEntries(fields);
  }
  if (type === 'array' && items) {
    const item = exampleOf(items as JsonSchema);
    return item === undefined ? undefined : [item];
  }
  return undefined;
}

interface Body {
  readonly schema?: JsonSchema & { readonly $ref?: string };
  readonly example?: unknown;
  readonly examples?: unknown;
}

/** Gives each body of an operation the example that its schema has, unless it brings one of its own. */
export function withExamples<Operation extends JsonSchema>(
  operation: Operation,
  schemas: Readonly<Record<string, JsonSchema>>,
): Operation {
  const { requestBody, responses } = operation as { requestBody?: JsonSchema; responses?: JsonSchema };
  return {
    ...operation,
    ...(requestBody && { requestBody: withExample(requestBody) }),
    ...(responses && {
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, withExample(response as JsonSchema)]),
      ),
    }),
  };

  function withExample(part: JsonSchema): JsonSchema {
    const { content } = part as { content?: Record<string, Body> };
    if (!content) return part;
    return {
      ...part,
      content: Object.fromEntries(
        Object.entries(content).map(([mediaType, body]) => [mediaType, exemplify(body)]),
      ),
    };
  }

  function exemplify(body: Body): Body {
    if (body.example !== undefined || body.examples !== undefined || !body.schema) return body;
    const { $ref } = body.schema;
    const schema = $ref === undefined ? body.schema : schemas[$ref.split('/').at(-1) ?? ''];
    const example = schema && exampleOf(schema);
    return example === undefined ? body : { ...body, example };
  }
}

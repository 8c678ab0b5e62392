/** What every model has, whatever its contracts, for the OpenAPI description. */
import type { Contract, ModelInfo } from '../contracts/contract.ts';
import { jsonInformation, responseHeaders } from '../contracts/description/describe.ts';
import { contentOf, type JsonSchema } from '../contracts/description/json-schema.ts';
import { problemResponses } from '../contracts/description/responses.ts';
import { withExamples } from './example.ts';

/** Labels that an example shows. */
const LABELS_SHOWN = 5;

/** Operations of a path, by method. */
export type Operations = Readonly<Record<string, JsonSchema>>;

/**
 * The paths.
 *
 * @param shown the contract whose requests `/explain` takes
 */
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
    '/healthz': { get: jsonInformation('health', 'Ready when every model is', 'Health', health) },
  };
}

function labelsOperation({ name, version, labels }: ModelInfo): JsonSchema {
  const summary = 'Every label that the model can predict; 304 where `if-none-match` names its `etag`';
  const shown = labels && { ...labels, labels: labels.labels.slice(0, LABELS_SHOWN) };
  const operation = jsonInformation('labels', summary, 'Labels', { model: name, version, ...shown });
  const etag = { description: 'Of this list.', schema: { type: 'string' }, example: '"kX9…"' };
  const { 200: told, ...others } = operation.responses as Record<string, JsonSchema>;
  return {
    ...operation,
    parameters: [{ name: 'if-none-match', in: 'header', schema: { type: 'string' } }],
    responses: {
      200: { ...told, headers: { etag } },
      304: { description: 'The list that the caller has is still right.', headers: { etag } },
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
        headers: responseHeaders(),
        content: contentOf('Explanation', undefined, example),
      },
      ...problemResponses(),
    },
  };
}

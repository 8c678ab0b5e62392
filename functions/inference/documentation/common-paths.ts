/** What every model has, whatever its contracts, for the OpenAPI description. */
import type { Contract, ModelInfo, Route } from '../contracts/contract.ts';
import { exampleOf, header, jsonBody, toJsonSchema } from '../contracts/description/operation.ts';
import { ExplanationSchema } from '../information/explain.ts';
import { HealthSchema } from '../information/health.ts';
import { LabelsSchema } from '../information/labels.ts';

const LABELS_SHOWN = 5;

export type DescribedRoute = Pick<Route, 'method' | 'path' | 'describe'>;

/** @param shown the contract whose requests `/explain` takes */
export function commonRoutes(model: ModelInfo, shown: Contract, explains: boolean): DescribedRoute[] {
  const { name, version, members, labels } = model;
  const health = { status: 'ready', model: name, version, members, cache: 'ready', unwritten: 0 };
  return [
    ...(explains ? [explanation(model, shown)] : []),
    ...(labels ? [labelsRoute({ model: name, version }, labels)] : []),
    {
      method: 'GET',
      path: '/healthz',
      describe: () => ({
        operationId: 'health',
        summary: 'Whether all models are ready',
        gives: jsonBody(HealthSchema, health),
      }),
    },
  ];
}

function labelsRoute(about: object, { labels, ...reject }: NonNullable<ModelInfo['labels']>): DescribedRoute {
  const headers = { etag: header('Of this list.', '"kX9…"') };
  return {
    method: 'GET',
    path: '/labels',
    describe: () => ({
      operationId: 'labels',
      summary: 'All labels of the model; 304 if `if-none-match` has the current `etag`',
      parameters: [{ name: 'if-none-match', in: 'header', schema: { type: 'string' } }],
      gives: jsonBody(LabelsSchema, { ...about, labels: labels.slice(0, LABELS_SHOWN), ...reject }),
      headers,
      others: { 304: { description: 'The list has not changed.', headers } },
    }),
  };
}

/** `/explain` takes what the first contract's request route takes. */
function explanation({ version, members, labels, tensors }: ModelInfo, contract: Contract): DescribedRoute {
  return {
    method: 'POST',
    path: '/explain',
    describe() {
      const { headers: _, ...shown } = contract.routes.find((route) => 'parse' in route)!.describe();
      const [body] = Object.values(shown.gives);
      const reply = (body?.example ?? (body && exampleOf(toJsonSchema(body.schema)))) as { answer?: string };
      const example = {
        reply,
        prediction: labels?.labels[0] ?? reply.answer ?? tensors.outputs.map(({ name }) => name).join(', '),
        cache: 'miss',
        version,
        members: members.map((name) => ({ name, weight: 1, milliseconds: 2.929 })),
        stages: { contract: 0.099, cacheGet: 0.012, decode: 0.372, predict: 2.929, cachePut: 2.334 },
      };
      return {
        ...shown,
        operationId: 'explain',
        summary: 'The response, the vote of each member, and the duration of each step',
        replies: 'The prediction',
        gives: jsonBody(ExplanationSchema, example),
      };
    },
  };
}

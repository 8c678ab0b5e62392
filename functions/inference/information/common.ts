/** The addresses of every model, whatever its contracts: `GET /healthz`, and `GET /labels` if the model has labels. */
import * as v from 'valibot';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { Contract, InformationRoute, ModelInfo } from '../contracts/contract.ts';
import { jsonBody } from '../contracts/description/operation.ts';
import { json } from '../contracts/http.ts';
import { ProblemSchema } from '../problems/problems.ts';

export function commonRoutes(model: ModelInfo, cache: ResponseCache | undefined): Contract {
  return {
    name: 'model',
    summary: 'Routes of every model, whatever its contracts',
    routes: [...(model.labels ? [labelsRoute(model)] : []), healthRoute(model, cache)],
    schemas: { ...(model.labels && { Labels: LabelsSchema }), Health: HealthSchema, Problem: ProblemSchema },
  };
}

const HealthSchema = v.object({
  status: v.pipe(
    v.picklist(['ready', 'degraded']),
    v.description('`degraded`: requests are served, but responses cannot be cached now.'),
  ),
  model: v.string(),
  version: v.pipe(v.string(), v.description('Version of the model.')),
  members: v.pipe(
    v.array(v.string()),
    v.description('Names of the members, in the order in which they run.'),
  ),
  cache: v.pipe(
    v.picklist(['ready', 'degraded', 'off']),
    v.description(
      'Whether this process or execution environment reaches the response store; `off` if there is no store.',
    ),
  ),
});

function healthRoute(
  { name: model, version, members }: ModelInfo,
  cache: ResponseCache | undefined,
): InformationRoute {
  const identity = { model, version, members: [...members] };
  return {
    method: 'GET',
    path: '/healthz',
    tellsReadiness: true,
    async respond() {
      const reached = cache === undefined || (await cache.isReachable());
      return json(200, {
        status: reached ? 'ready' : 'degraded',
        ...identity,
        cache: cache === undefined ? 'off' : reached ? 'ready' : 'degraded',
      } satisfies v.InferOutput<typeof HealthSchema>);
    },
    describe: () => ({
      operationId: 'health',
      summary: 'Whether the model is ready, and whether its responses can be cached',
      gives: jsonBody(HealthSchema, { status: 'ready', ...identity, cache: 'ready' }),
    }),
  };
}

const LabelsSchema = v.object({
  model: v.string(),
  version: v.pipe(v.string(), v.description('Version of the model.')),
  labels: v.pipe(v.array(v.string()), v.description("The labels, in the order of the members' outputs.")),
  reject: v.optional(v.pipe(v.string(), v.description('The reject label, if the model has one.'))),
});

const LABELS_SHOWN = 5;

export function labelsRoute({ name: model, version, labels: list }: ModelInfo) {
  const { labels = [], ...reject } = list ?? {};
  return {
    method: 'GET',
    path: '/labels',
    respond: () => json(200, { model, version, ...list }, { 'cache-control': 'max-age=300' }),
    describe: () => ({
      operationId: 'labels',
      summary: 'All labels of the model',
      gives: jsonBody(LabelsSchema, { model, version, labels: labels.slice(0, LABELS_SHOWN), ...reject }),
    }),
  } as const satisfies InformationRoute;
}

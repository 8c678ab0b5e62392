/** The response of `GET /healthz`, once every member is ready. */
import * as v from 'valibot';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { InformationRoute, ModelInfo } from '../contracts/contract.ts';
import { jsonBody } from '../contracts/description/operation.ts';
import { json } from '../contracts/http.ts';

export const HealthSchema = v.object({
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
      'Whether this process or execution environment reaches the response store; `off` without one.',
    ),
  ),
});

export function healthRoute(
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
      summary: 'Whether all models are ready',
      gives: jsonBody(HealthSchema, { status: 'ready', ...identity, cache: 'ready' }),
    }),
  };
}

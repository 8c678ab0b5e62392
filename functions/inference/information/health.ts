/** What `GET /healthz` says. It does not respond before every member is ready. */
import * as v from 'valibot';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { ModelInfo } from '../contracts/contract.ts';

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
  unwritten: v.pipe(
    v.number(),
    v.description(
      'Number of responses that were sent while the store was out of reach, and are not written to it yet.',
    ),
  ),
});

export async function health(
  { name, version, members }: ModelInfo,
  cache: ResponseCache | undefined,
): Promise<v.InferOutput<typeof HealthSchema>> {
  const reached = cache === undefined || (await cache.isReachable());
  return {
    status: reached ? 'ready' : 'degraded',
    model: name,
    version,
    members: [...members],
    cache: cache === undefined ? 'off' : reached ? 'ready' : 'degraded',
    unwritten: cache?.late.waiting ?? 0,
  };
}

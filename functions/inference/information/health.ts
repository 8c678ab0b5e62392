/** What `GET /healthz` says. It does not respond before every member is ready. */
import * as v from 'valibot';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { ModelInfo } from '../contracts/contract.ts';

export const HealthSchema = v.object({
  status: v.pipe(
    v.picklist(['ready', 'degraded']),
    v.description('Degraded: requests are served, but responses cannot be stored now.'),
  ),
  model: v.string(),
  version: v.pipe(v.string(), v.description('Version of the ensemble.')),
  members: v.pipe(v.array(v.string()), v.description('In the order in which they run.')),
  cache: v.pipe(
    v.picklist(['ready', 'degraded', 'off']),
    v.description(
      'Whether the table of responses is within reach of the execution environment that responds.',
    ),
  ),
  unwritten: v.pipe(
    v.number(),
    v.description('Responses that it sent without the table, and writes when the table is back.'),
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

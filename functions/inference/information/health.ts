/** What `GET /healthz` says. There is no answer at all before every member is ready. */
import * as v from 'valibot';
import type { ResultCache } from '../cache/result-cache.ts';
import type { TaskInfo } from '../contracts/contract.ts';

export const HealthSchema = v.object({
  status: v.pipe(
    v.picklist(['ready', 'degraded']),
    v.description('Degraded: requests are served, but responses cannot be stored now.'),
  ),
  task: v.string(),
  version: v.pipe(v.string(), v.description('Version of the ensemble.')),
  members: v.pipe(v.array(v.string()), v.description('In the order in which they run.')),
  cache: v.pipe(
    v.picklist(['ready', 'degraded', 'off']),
    v.description('Whether the table of answers is within reach of the execution environment that answers.'),
  ),
  unwritten: v.pipe(
    v.number(),
    v.description('Answers that it gave without the table, and writes when the table is back.'),
  ),
});

export async function health(
  { name, version, members }: TaskInfo,
  cache: ResultCache | undefined,
): Promise<v.InferOutput<typeof HealthSchema>> {
  const reached = cache === undefined || (await cache.answers());
  return {
    status: reached ? 'ready' : 'degraded',
    task: name,
    version,
    members: [...members],
    cache: cache === undefined ? 'off' : reached ? 'ready' : 'degraded',
    unwritten: cache?.late.waiting ?? 0,
  };
}

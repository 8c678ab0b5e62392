/** What `GET /healthz` says. There is no answer at all before every member is ready. */
import * as v from 'valibot';
import type { Ensemble } from './ensemble/ensemble.ts';

export const HealthSchema = v.object({
  status: v.picklist(['ready']),
  task: v.string(),
  version: v.pipe(v.string(), v.description('Version of the ensemble.')),
  members: v.pipe(v.array(v.string()), v.description('In the order in which they run.')),
});

export function health({ task, version, memberNames }: Ensemble): v.InferOutput<typeof HealthSchema> {
  return { status: 'ready', task, version, members: memberNames };
}

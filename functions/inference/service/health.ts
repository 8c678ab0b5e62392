/** What `GET /healthz` says. There is no answer at all before every member is ready. */
import * as v from 'valibot';
import type { TaskInfo } from '../contracts/contract.ts';

export const HealthSchema = v.object({
  status: v.picklist(['ready']),
  task: v.string(),
  version: v.pipe(v.string(), v.description('Version of the ensemble.')),
  members: v.pipe(v.array(v.string()), v.description('In the order in which they run.')),
});

export function health({ name, version, members }: TaskInfo): v.InferOutput<typeof HealthSchema> {
  return { status: 'ready', task: name, version, members: [...members] };
}

/** How many requests members ran at once, as the function's log says it. */
import { readFileSync } from 'node:fs';

/** Responses by the number of requests in their largest batch; 1 for those that ran alone. */
export function batchSizes(logFile: string): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const line of readFileSync(logFile, 'utf8').split('\n')) {
    if (!line.includes('"message":"succeeded"')) continue;
    const { batch = 1 } = JSON.parse(line.slice(line.indexOf('{'))) as { batch?: number };
    sizes.set(batch, (sizes.get(batch) ?? 0) + 1);
  }
  return new Map([...sizes].sort(([one], [other]) => one - other));
}

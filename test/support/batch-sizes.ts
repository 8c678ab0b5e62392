/** Reads from the function's log how many requests members ran at once. */
import { readFileSync } from 'node:fs';

/** Number of responses by batch size, which is 1 for a request that ran alone. A response counts by its largest batch. */
export function batchSizes(logFile: string): Map<number, number> {
  const sizes = new Map<number, number>();
  // The function may be writing the last line.
  const lines = readFileSync(logFile, 'utf8').split('\n').slice(0, -1);
  for (const line of lines) {
    if (!line.includes('"message":"succeeded"')) continue;
    const { batch = 1 } = JSON.parse(line.slice(line.indexOf('{'))) as { batch?: number };
    sizes.set(batch, (sizes.get(batch) ?? 0) + 1);
  }
  return new Map([...sizes].sort(([one], [other]) => one - other));
}

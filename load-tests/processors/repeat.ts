import type { LoadRun } from './load-run.ts';

/** Repeats are drawn from this many of the latest requests with a good response. */
const KEPT_REQUESTS = 1000;

/**
 * With the probability `share`, repeats an earlier request if one got a good response; otherwise sends a new request.
 * @param due in milliseconds since 1970. @default now
 */
export async function sendNewOrRepeated(run: LoadRun, due?: number): Promise<void> {
  const { repeatable } = run;
  const old = repeatable[Math.floor(Math.random() * repeatable.length)];
  if (old !== undefined && Math.random() < run.settings.share) {
    if (run.take()) await run.send(old, { attempt: 2, due });
    return;
  }
  const request = run.nextRequest();
  if (request === undefined) return;
  const record = await run.send(request, { due });
  if (record.error !== undefined || run.isWarmUp(record.at)) return;
  repeatable.push(request);
  if (repeatable.length > KEPT_REQUESTS) repeatable.shift();
}

import { ATTEMPTS } from '../client/new-request.ts';
import type { Metrics } from './artillery.ts';
import type { LoadRun } from './load-run.ts';

/** Repeats are drawn from this many of the last answered requests. */
const KEPT_REQUESTS = 1000;

/**
 * Asks again what was answered before, with the probability `share`; otherwise something new.
 * @param due when, in milliseconds since 1970; at once when it is undefined
 */
export async function sendWithRetries(run: LoadRun, metrics: Metrics, due?: number): Promise<void> {
  const { answered } = run;
  const old = answered[Math.floor(Math.random() * answered.length)];
  if (old !== undefined && Math.random() < run.settings.share) {
    if (run.takeRepeat())
      await run.send(old, metrics, { attempt: 2, repeated: true, attemptsLeft: ATTEMPTS - 2, due });
    return;
  }
  const request = run.nextRequest();
  if (request === undefined) return;
  const { record } = await run.send(request, metrics, { due });
  if (record.error !== undefined || run.isWarmUp(record.at)) return;
  answered.push(request);
  if (answered.length > KEPT_REQUESTS) answered.shift();
}

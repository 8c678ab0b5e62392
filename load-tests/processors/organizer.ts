import { now } from '../client/clock.ts';
import { ATTEMPTS } from '../client/new-request.ts';
import type { LoadRun } from './load-run.ts';

/**
 * Sends a request as the organizer of a competition does: without a good response within the limit, it sends the request again
 * at once with the same id, at most twice more. Then the request is lost.
 */
export async function sendAsOrganizer(run: LoadRun): Promise<void> {
  const request = run.nextRequest();
  if (request === undefined) return;
  const { limit } = run.settings;
  const begins = now();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const record = await run.send(request, {
      attempt,
      timeoutMilliseconds: limit,
    });
    if (record.error === undefined && record.milliseconds <= limit) return;
  }
  run.recordFrom(begins, { kind: 'lost', id: request.id, at: now() });
}

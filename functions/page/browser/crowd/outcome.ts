/** Asks one question of a crowd, as a program does. */
import type { Asked } from '../asking/asked.ts';
import type { Question } from '../asking/question.ts';
import { patienceFor } from '../asking/trouble.ts';
import type { Outcome } from './tally.ts';

/** By these, a service or the gateway before it says that it has no room: RFC 6585, RFC 9110. */
const NO_ROOM = [429, 503];

/** Asks as a program does, by the contract and not by the page's own address. Never fails. */
export async function outcomeOf(
  { sample, id, attemptsLeft }: Question,
  { client, addresses, task: { budgetMilliseconds } }: Asked,
): Promise<Outcome> {
  const { method, path, headers, body } = client.request(sample, id, attemptsLeft);
  const started = performance.now();
  const told = (state: Outcome['state'], environment?: string | null): Outcome => ({
    state,
    milliseconds: performance.now() - started,
    environment: environment ?? undefined,
  });
  try {
    const response = await fetch(addresses.requestTo(path), {
      method,
      headers,
      body: body as BodyInit,
      signal: AbortSignal.timeout(patienceFor(budgetMilliseconds)),
    });
    const text = await response.text();
    const environment = response.headers.get('x-subsecond-environment');
    if (NO_ROOM.includes(response.status)) return told('refused', environment);
    const named = Object.fromEntries(response.headers);
    if ('error' in client.read({ status: response.status, headers: named, body: text }, id)) {
      return told('lost', environment);
    }
    return told(performance.now() - started <= budgetMilliseconds ? 'in-time' : 'late', environment);
  } catch {
    return told('lost');
  }
}

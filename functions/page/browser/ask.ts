/** Asks the service. */
import type * as v from 'valibot';
import type { ReplySchema } from '../../inference/contracts/esun-2021.ts';
import type { ExplanationSchema } from '../../inference/explain.ts';
import { late, noConnection, PATIENCE_MILLISECONDS, Trouble, troubleOf } from './trouble.ts';

/** What `POST explain` answers: the contract's reply and how it came about. */
export type Explanation = v.InferOutput<typeof ReplySchema> & v.InferOutput<typeof ExplanationSchema>;

export interface Answered {
  readonly explanation: Explanation;
  /** From sending to having read the answer. */
  readonly milliseconds: number;
}

/** Address of a part of the service, beside this page, also where the page lies under a secret path. */
export function addressOf(part: string): string {
  const folder = location.pathname.endsWith('/') ? location.pathname : `${location.pathname}/`;
  return new URL(folder + part, location.origin).href;
}

/**
 * Sends the body of a question to `POST explain`.
 *
 * @throws {Trouble} in words for a person
 */
export async function ask(body: string): Promise<Answered> {
  const started = performance.now();
  try {
    const response = await fetch(addressOf('explain'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    if (!response.ok) {
      const problem = await response.json().catch(() => ({}));
      throw troubleOf(response.status, problem, response.headers.get('retry-after'));
    }
    const explanation: Explanation = await response.json();
    return { explanation, milliseconds: performance.now() - started };
  } catch (error) {
    if (error instanceof Trouble) throw error;
    throw (error as Error).name === 'TimeoutError' ? late() : noConnection();
  }
}

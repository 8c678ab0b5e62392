/** Asks the service. */
import type { ContractRequest } from '../../../inference/contracts/client.ts';
import type { Answered } from './answered.ts';
import type { Explanation } from './explanation.ts';
import { late, noConnection, patienceFor, Trouble, troubleOf } from './trouble.ts';

/**
 * Sends a question to `POST explain`.
 *
 * @param request as the contract's own route takes it
 * @throws {Trouble} in words for a person
 */
export async function ask(
  address: string,
  { method, headers, body }: ContractRequest,
  budgetMilliseconds: number,
): Promise<Answered> {
  const patience = patienceFor(budgetMilliseconds);
  const started = performance.now();
  try {
    const response = await fetch(address, {
      method,
      headers,
      body: body as BodyInit,
      signal: AbortSignal.timeout(patience),
    });
    if (!response.ok) {
      const problem = await response.json().catch(() => ({}));
      throw troubleOf(response.status, problem, response.headers.get('retry-after'));
    }
    const explanation: Explanation = await response.json();
    return {
      explanation,
      milliseconds: performance.now() - started,
      members: response.headers.get('x-subsecond-members') ?? '',
    };
  } catch (error) {
    if (error instanceof Trouble) throw error;
    throw (error as Error).name === 'TimeoutError' ? late(patience) : noConnection();
  }
}

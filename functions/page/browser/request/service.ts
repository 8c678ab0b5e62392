/** The service behind the page. */
import type { ContractClient } from '../../../inference/contracts/client.ts';
import type { PageModel } from '../../../inference/information/page.ts';
import type { Addresses } from './addresses.ts';
import type { ExplainedResponse, InferenceRequest } from './request.ts';
import { late, noConnection, Trouble, timeoutFor, troubleOf } from './trouble.ts';

/** One model of the service, with the client of its contract. */
export interface Service {
  readonly model: PageModel;
  readonly client: ContractClient;
  readonly addresses: Addresses;
}

/** Sends the request to `POST explain`. @throws {Trouble} if the service responds with an error, too late or not at all */
export async function explain(
  { model, client, addresses }: Service,
  { sample, id, attemptsLeft }: InferenceRequest,
): Promise<ExplainedResponse> {
  const timeout = timeoutFor(model.deadlineMilliseconds);
  const { method, headers, body } = client.request(sample, id, attemptsLeft);
  const started = performance.now();
  try {
    const response = await fetch(addresses.beside('explain'), {
      method,
      headers,
      body: body as BodyInit,
      signal: AbortSignal.timeout(timeout),
    });
    if (!response.ok) {
      const problem = await response.json().catch(() => ({}));
      throw troubleOf(response.status, problem, response.headers.get('retry-after'));
    }
    return {
      explanation: await response.json(),
      milliseconds: performance.now() - started,
      members: response.headers.get('x-subsecond-members') ?? '',
    };
  } catch (error) {
    if (error instanceof Trouble) throw error;
    throw (error as Error).name === 'TimeoutError' ? late(timeout) : noConnection();
  }
}

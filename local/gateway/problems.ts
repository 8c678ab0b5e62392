import {
  GATEWAY_PROBLEMS,
  type GatewayProblem,
} from '../../functions/inference/contracts/gateway-problems.ts';
import type { Answer } from './send-answer.ts';

/** Seconds after which to come again, where nothing better is known. */
const RETRY_AFTER_SECONDS = 1;

/**
 * A problem as it goes out, with a body as in RFC 9457. AWS answers with `{"message": "Internal Server Error"}` and the
 * like; clients that look at the status alone notice no difference, people and programs that read the body learn which
 * of them it was.
 *
 * @param retryAfterSeconds when to come again; 429 and 503 say it in any case
 */
export function describeProblem(problem: GatewayProblem, retryAfterSeconds?: number): Answer {
  const { status, title, detail } = GATEWAY_PROBLEMS[problem];
  const headers = ['content-type', 'application/problem+json', 'x-content-type-options', 'nosniff'];
  const seconds = retryAfterSeconds ?? (status === 429 || status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (seconds !== undefined) headers.push('retry-after', String(seconds));
  const body = JSON.stringify({ type: `urn:subsecond:problem:${problem}`, title, status, detail });
  return { status, headers, body };
}

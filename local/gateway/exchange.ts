import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Invocation, Outcome } from '../environments/invocation.ts';
import type { Pool } from '../environments/pool.ts';
import { describeProblem, type GatewayProblem } from './problems.ts';
import { readResponse } from './response.ts';

/** API Gateway's longest wait for an integration. */
const GATEWAY_TIMEOUT_MILLISECONDS = 30_000;

/** One HTTP request and the invocation it becomes; answers exactly once, however it ends. */
export class Exchange implements Invocation {
  readonly request: IncomingMessage;
  readonly requestId = randomUUID();
  readonly traceId: string;
  readonly arrival = performance.now();
  readonly timeEpoch = Date.now();
  event: Buffer = Buffer.alloc(0);
  environment?: number;
  spillOver = false;
  /** Where it was submitted. */
  pool?: Pool;
  readonly #response: ServerResponse;
  #timer: NodeJS.Timeout | undefined;
  #answered = false;
  #closed = false;

  /** @param onClose called once the answer is out or the client has gone */
  constructor(request: IncomingMessage, response: ServerResponse, onClose: (exchange: Exchange) => void) {
    this.request = request;
    this.#response = response;
    const given = request.headers['x-amzn-trace-id'];
    this.traceId = typeof given === 'string' ? given : createTraceId(this.requestId, this.timeEpoch);
    response.once('close', () => {
      this.#closed = true;
      clearTimeout(this.#timer);
      onClose(this);
    });
  }

  /** Whether nobody waits for an answer any more. */
  get over(): boolean {
    return this.#answered || this.#closed;
  }

  /** Takes the event that the complete request has become; the gateway waits for its answer from now on. */
  begin(event: Buffer, pool: Pool): void {
    this.event = event;
    this.pool = pool;
    this.#timer = setTimeout(() => this.fail('gateway-timed-out'), GATEWAY_TIMEOUT_MILLISECONDS);
  }

  settle(outcome: Outcome): void {
    if (!outcome.answered) {
      this.fail(outcome.failure, outcome.retryAfterSeconds);
      return;
    }
    const response = readResponse(outcome.payload);
    if (!response || !this.#write(response.status, response.headers, response.body))
      this.fail('invalid-function-answer');
  }

  /** Answers with a problem of the gateway's own. */
  fail(problem: GatewayProblem, retryAfterSeconds?: number): void {
    const { status, body } = describeProblem(problem);
    const headers = ['content-type', 'application/problem+json'];
    if (retryAfterSeconds !== undefined) headers.push('retry-after', String(retryAfterSeconds));
    this.#write(status, headers, body);
  }

  /** @returns false when the headers are not ones that HTTP allows */
  #write(status: number, headers: string[], body: Buffer | string): boolean {
    if (this.#answered) return true;
    headers.push('apigw-requestid', this.requestId);
    if (this.environment !== undefined) headers.push('x-subsecond-environment', String(this.environment));
    if (this.spillOver) headers.push('x-subsecond-spillover', 'true');
    const empty = status === 204 || status === 304;
    const length = Buffer.byteLength(body);
    // To a HEAD belongs the length that GET would give, which a function that left its body out does not tell.
    const untold = this.request.method === 'HEAD' && length === 0;
    if (!empty && !untold) headers.push('content-length', String(length));
    try {
      this.#response.writeHead(status, headers);
    } catch {
      return false;
    }
    this.#answered = true;
    this.#response.end(empty ? undefined : body);
    return true;
  }
}

/** A trace header in X-Ray's form, from the request's UUID so that logs can be matched. */
function createTraceId(requestId: string, timeEpoch: number): string {
  const seconds = Math.floor(timeEpoch / 1000).toString(16);
  return `Root=1-${seconds}-${requestId.replaceAll('-', '').slice(8)};Sampled=0`;
}

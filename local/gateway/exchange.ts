import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BODY_LIMIT, type GatewayProblem } from '../../functions/inference/contracts/gateway-problems.ts';
import type { Invocation, Outcome } from '../environments/invocation.ts';
import type { Pool } from '../environments/pool/pool.ts';
import { TextParts } from '../http/text-parts.ts';
import type { Allowance } from './allowance.ts';
import { stampArrival } from './event.ts';
import type { GatewayLimits } from './limits.ts';
import { describeProblem } from './problems.ts';
import { receiveBody } from './receive-body.ts';
import { readResponse } from './response.ts';
import { type Answer, sendAnswer } from './send-answer.ts';
import { createTraceId } from './trace-id.ts';

/** API Gateway's longest wait for an integration. */
const GATEWAY_TIMEOUT_MILLISECONDS = 30_000;

const NO_EVENT = new TextParts(Buffer.alloc(0));

/** What an exchange needs of a pool. */
export type InvocationTaker = Pick<Pool, 'submit' | 'withdraw'>;

/** What all exchanges of a gateway have in common. */
export interface ExchangeTerms {
  readonly limits: GatewayLimits;
  readonly allowance: Allowance;
  /** Whether an answer is the last one on its connection. */
  isLast(): boolean;
  /** The answer has been sent. @param problem the gateway's own, where it is one */
  answered(exchange: Exchange, answer: Answer, problem: GatewayProblem | undefined): void;
  /** The answer is out, or the client has gone. */
  closed(exchange: Exchange): void;
}

/** One HTTP request and the invocation it becomes; answers exactly once, however it ends. */
export class Exchange implements Invocation {
  readonly request: IncomingMessage;
  /** What is asked for; undefined while it is not known. */
  path: string | undefined;
  readonly requestId = randomUUID();
  readonly traceId: string;
  readonly arrival = performance.now();
  readonly timeEpoch = Date.now();
  environment?: number;
  spillOver = false;
  readonly #response: ServerResponse;
  readonly #terms: ExchangeTerms;
  #event = NO_EVENT;
  /** Bytes taken of the allowance. */
  #held = 0;
  #stopReceiving: (() => void) | undefined;
  #pool: InvocationTaker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #answered = false;
  #closed = false;

  constructor(request: IncomingMessage, response: ServerResponse, terms: ExchangeTerms) {
    this.request = request;
    this.#response = response;
    this.#terms = terms;
    const given = request.headers['x-amzn-trace-id'];
    this.traceId = typeof given === 'string' ? given : createTraceId(this.requestId, this.timeEpoch);
    response.once('close', () => {
      this.#closed = true;
      clearTimeout(this.#timer);
      this.#hold(0);
      this.#pool?.withdraw(this);
      terms.closed(this);
    });
  }

  get method(): string {
    return this.request.method ?? '';
  }

  /** Whether nobody waits for an answer any more. */
  get over(): boolean {
    return this.#answered || this.#closed;
  }

  /** Whether its body is still to come. */
  get receiving(): boolean {
    return this.#stopReceiving !== undefined;
  }

  /** The event, with the time of arrival by the clock as it is now. */
  get event(): TextParts {
    stampArrival(this.#event, Date.now() - (performance.now() - this.arrival));
    return this.#event;
  }

  /** Receives the body; `done` gets it unless the exchange is over by then. */
  receive(done: (body: Buffer) => void): void {
    const timer = this.#failAfter(this.#terms.limits.silenceMilliseconds, 'request-timed-out');
    this.#stopReceiving = receiveBody(
      this.request,
      BODY_LIMIT,
      (body) => {
        this.#stopReceiving = undefined;
        if (!body) this.fail('request-too-large');
        else if (!this.over) done(body);
      },
      (bytes) => {
        timer.refresh();
        if (this.#hold(bytes)) return true;
        this.fail('too-many-uploads');
        return false;
      },
    );
  }

  /** Submits the event that the complete request has become; the gateway waits for its answer from now on. */
  begin(event: TextParts, pool: InvocationTaker): void {
    if (!this.#hold(event.length)) {
      this.fail('too-many-uploads');
      return;
    }
    this.#event = event;
    this.#pool = pool;
    this.#failAfter(GATEWAY_TIMEOUT_MILLISECONDS, 'gateway-timed-out');
    pool.submit(this);
  }

  settle(outcome: Outcome): void {
    if (!outcome.answered) {
      this.fail(outcome.failure, outcome.retryAfterSeconds);
      return;
    }
    const response = readResponse(outcome.payload);
    if (!response || !this.answer(response)) this.fail('invalid-function-answer');
  }

  /** Answers with a problem of the gateway's own. */
  fail(problem: GatewayProblem, retryAfterSeconds?: number): void {
    this.answer(describeProblem(problem, retryAfterSeconds), problem);
  }

  /**
   * Sends the answer.
   *
   * @param problem the gateway's own, where it is one
   * @returns false when the headers are not ones that HTTP allows
   */
  answer(answer: Answer, problem?: GatewayProblem): boolean {
    if (this.over) return true;
    if (this.#stopReceiving) {
      this.#stopReceiving();
      this.#stopReceiving = undefined;
      this.#hold(0);
    }
    const { headers } = answer;
    headers.push('apigw-requestid', this.requestId);
    if (this.environment !== undefined) headers.push('x-subsecond-environment', String(this.environment));
    if (this.spillOver) headers.push('x-subsecond-spillover', 'true');
    const { limits, isLast } = this.#terms;
    if (!sendAnswer(this.request, this.#response, answer, isLast(), limits)) return false;
    this.#answered = true;
    this.#terms.answered(this, answer, problem);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#response.destroy(), limits.answerMilliseconds);
    return true;
  }

  #failAfter(milliseconds: number, problem: GatewayProblem): NodeJS.Timeout {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.fail(problem), milliseconds);
    return this.#timer;
  }

  /** @returns false when there is no room for so many bytes */
  #hold(bytes: number): boolean {
    if (!this.#terms.allowance.take(bytes - this.#held)) return false;
    this.#held = bytes;
    return true;
  }
}

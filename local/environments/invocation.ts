import type { TextParts } from '../http/text-parts.ts';

/** What the service can refuse or fail to do for a request; `problems.ts` gives each its HTTP form. */
export type Failure =
  | 'environment-died'
  | 'function-error'
  | 'function-timed-out'
  | 'invalid-function-answer'
  | 'too-busy'
  | 'gateway-timed-out'
  | 'stopping';

/** How an invocation ended. */
export type Outcome =
  | { readonly answered: true; readonly payload: Buffer }
  | { readonly answered: false; readonly failure: Failure; readonly retryAfterSeconds?: number };

/** The outcome of an invocation that nobody could answer. */
export function failed(failure: Failure, retryAfterSeconds?: number): Outcome {
  return { answered: false, failure, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

/** One request on its way through queue and execution environment. */
export interface Invocation {
  /** Lambda's request id, a UUID. */
  readonly requestId: string;
  /** The API Gateway event as JSON in UTF-8. */
  readonly event: TextParts;
  /** X-Ray trace header handed to the function. */
  readonly traceId: string;
  /** When the gateway saw the request, milliseconds of `performance.now()`. */
  readonly arrival: number;
  /** Number of the environment that took it; unset while it waits. */
  environment?: number;
  /** True when no warm environment was free and a cold one was started for it. */
  spillOver: boolean;
  /** Takes the outcome, exactly once. */
  settle(outcome: Outcome): void;
}

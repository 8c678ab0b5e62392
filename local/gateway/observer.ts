import type { GatewayProblem } from '../../functions/inference/contracts/gateway-problems.ts';
import type { Answer } from './send-answer.ts';

/** A request that has got its answer. */
export interface Observed {
  readonly method: string;
  /** Undefined where it could not be read so far. */
  readonly path: string | undefined;
  /** Milliseconds of `performance.now()`. */
  readonly arrival: number;
}

/** Looks at what a gateway answers, and has an address of its own. */
export interface GatewayObserver {
  /** Where a GET gives its text. */
  readonly path: string;
  readonly mediaType: string;
  text(): string;
  /** @param problem the gateway's own, where the answer is one */
  answered(observed: Observed, answer: Answer, problem: GatewayProblem | undefined): void;
}

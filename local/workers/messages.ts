/** Messages between the front process and a worker, over Node's IPC (`serialization: 'advanced'`). */
import type { Prediction, PredictOptions } from '../../functions/inference/ensemble/predictor.ts';
import type { Graph } from '../../functions/inference/pipelines/pipeline.ts';
import { Problem } from '../../functions/inference/problems/problems.ts';

/** Options of a worker program, as JSON in its first argument. */
export interface WorkerConfiguration {
  /** Folder of the model, with `ensemble.json`. */
  readonly directory: string;
  /** Threads of one inference. */
  readonly threads: number;
  /** Requests that the worker takes at once. */
  readonly concurrency: number;
  /** Fields that replace those of the manifest's `batch`. */
  readonly batch: { readonly largest?: number };
}

/** One request; the front sends arrays of them. */
export interface WorkerRequest {
  /** Number of the request. It is free for another request after the reply. */
  readonly id: number;
  /** The input as contracts make it: plain values, strings and typed arrays. */
  readonly input: unknown;
  /** `Deadline.at`; all processes of a machine share the steady clock. */
  readonly deadline: number;
  readonly millisecondsAfter: PredictOptions['millisecondsAfter'];
  readonly explain: PredictOptions['explain'];
}

/**
 * One response; a worker sends arrays of them. Structured clones lose the class of an error, so a `Problem` is sent as fields.
 */
export type WorkerReply =
  | { readonly id: number; readonly prediction: Prediction }
  | { readonly id: number; readonly problem: Pick<Problem, 'problem' | 'message' | 'errors' | 'headers'> }
  | { readonly id: number; readonly error: Error };

export type WorkerMessage =
  | readonly WorkerReply[]
  | { readonly type: 'ready'; readonly graphs: readonly Graph[] }
  | { readonly type: 'failed'; readonly message: string };

export function failureReply(id: number, failure: unknown): WorkerReply {
  if (failure instanceof Problem) {
    const { problem, message, errors, headers } = failure;
    return { id, problem: { problem, message, errors, headers } };
  }
  return { id, error: failure instanceof Error ? failure : new Error(String(failure)) };
}

export function failureOf(reply: Exclude<WorkerReply, { prediction: Prediction }>): Error {
  if ('error' in reply) return reply.error;
  const { problem, message, errors, headers } = reply.problem;
  return new Problem(problem, message, { ...(errors && { errors }), headers });
}

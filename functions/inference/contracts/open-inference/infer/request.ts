/** An inference request of the protocol as a request of the service. */

import { checkBody } from '../../check-body.ts';
import type { ModelInfo, ParsedRequest } from '../../contract.ts';
import type { HttpRequest } from '../../http.ts';
import { cachedUnder } from '../../idempotency-key.ts';
import { digestOf } from './digest.ts';
import { readTensors } from './input-tensors.ts';
import { readBody } from './request-body.ts';
import { RequestSchema } from './request-schema.ts';
import { type WantedOutput, wantedOutputs } from './wanted-outputs.ts';

/** A request that knows how its response is to be written. */
export interface ParsedInferRequest extends ParsedRequest {
  /** The protocol's `id`, which comes back as it is. */
  readonly echoedId: string | undefined;
  readonly outputs: readonly WantedOutput[];
}

/**
 * Reads `POST /v2/models/<model>/infer`.
 *
 * The wire is checked here; whether the model takes these tensors, its tensor view knows.
 *
 * @throws {Problem} when the body is not a valid request to this model
 */
export function parseInferRequest(
  httpRequest: HttpRequest,
  { tensors: view }: ModelInfo,
): ParsedInferRequest {
  const { header, binary } = readBody(httpRequest);
  const request = checkBody(RequestSchema, header);
  const outputs = wantedOutputs(request, view.outputs);
  const wanted = outputs.map(({ name }) => name);
  const tensors = readTensors(request.inputs, binary);
  const input = view.input(tensors, wanted);
  return {
    ...cachedUnder(httpRequest, () => digestOf(tensors, wanted)),
    echoedId: request.id ?? undefined,
    attemptsLeft: attemptsLeft(request.parameters?.retry),
    input,
    outputs,
  };
}

/** Informative: a value that says nothing is ignored, like unknown parameters. */
function attemptsLeft(retry: unknown): number | undefined {
  return Number.isSafeInteger(retry) && (retry as number) >= 0 ? (retry as number) : undefined;
}

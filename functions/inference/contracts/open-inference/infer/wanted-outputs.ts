/** Which outputs a request wants, and in which form. */
import { quote, type TensorInfo } from '../../../model/tensors.ts';
import { Problem } from '../../../problems/problems.ts';

import type { InferRequest } from './request-schema.ts';

export interface WantedOutput {
  readonly name: string;
  /** Whether it goes out as binary data. */
  readonly binary: boolean;
  /** How many of its classes are given instead of all scores; 0: the scores. */
  readonly classes: number;
}

/**
 * The outputs in the order in which they are requested; all of them where none is named, as in Triton.
 *
 * @throws {Problem} `invalid-request` for an output that does not exist or is requested twice
 */
export function wantedOutputs(
  { parameters, outputs }: Pick<InferRequest, 'parameters' | 'outputs'>,
  places: readonly TensorInfo[],
): WantedOutput[] {
  const binary = parameters?.binary_data_output ?? false;
  const named = outputs?.length ? outputs : places.map(({ name }) => ({ name, parameters: undefined }));
  const names = new Set<string>();
  return named.map(({ name, parameters: own }) => {
    if (!places.some((place) => place.name === name)) {
      const known = places.map((candidate) => quote(candidate.name)).join(', ');
      throw new Problem('invalid-request', `There is no output ${quote(name)}; there is ${known}.`);
    }
    if (names.has(name)) {
      throw new Problem('invalid-request', `The output ${quote(name)} must be requested once, not twice.`);
    }
    names.add(name);
    return { name, binary: own?.binary_data ?? binary, classes: own?.classification ?? 0 };
  });
}

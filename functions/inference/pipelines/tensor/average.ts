/** The weighted mean of what members give. */

import type { Datatype, Tensor, Tensors } from '../../model/tensors.ts';
import type { Vote } from '../pipeline.ts';

/** Whether tensors of this datatype have a mean of the same datatype. */
export function isAveraged(datatype: Datatype): boolean {
  return datatype === 'FP32' || datatype === 'FP64';
}

/** @param wanted names of the requested outputs */
export function averageVotes(votes: readonly Vote<Tensors>[], wanted: readonly string[]): Tensors {
  const [first] = votes as [Vote<Tensors>];
  return Object.fromEntries(
    wanted.map((name) => [name, votes.length === 1 ? first.memberOutput[name]! : average(votes, name)]),
  );
}

function average(votes: readonly Vote<Tensors>[], name: string): Tensor {
  const [first] = votes as [Vote<Tensors>];
  const { datatype, shape, data } = first.memberOutput[name] as Tensor & { datatype: 'FP32' | 'FP64' };
  const mean = new (datatype === 'FP32' ? Float32Array : Float64Array)(data.length);
  const weights = votes.reduce((sum, { weight }) => sum + weight, 0);
  for (const { weight, memberOutput } of votes) {
    const values = memberOutput[name]!.data as Float32Array | Float64Array;
    if (values.length !== mean.length) throw new Error(`members give "${name}" in different sizes`);
    for (let index = 0; index < mean.length; index++) mean[index]! += (weight / weights) * values[index]!;
  }
  return { datatype, shape, data: mean } as Tensor;
}

/** Checks the tensors in requests to the pipeline `tensor`. */
import { isUtf8 } from 'node:buffer';
import {
  describeTensor,
  fits,
  quote,
  type Tensor,
  type TensorInfo,
  type Tensors,
} from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import type { TensorView } from '../pipeline.ts';

export interface TensorInput {
  readonly tensors: Tensors;
  readonly wanted: readonly string[];
}

export function tensorView(
  inputs: readonly TensorInfo[],
  outputs: readonly TensorInfo[],
): TensorView<TensorInput, Tensors> {
  const names = new Set(inputs.map(({ name }) => name));
  return {
    inputs,
    outputs,
    input(tensors, wanted) {
      for (const input of inputs) {
        const wrong = findWrong(tensors[input.name], input);
        if (wrong !== undefined) throw new Problem('invalid-tensor', wrong);
      }
      const unknown = Object.keys(tensors).find((name) => !names.has(name));
      if (unknown !== undefined) throw unknownInput(unknown, inputs);
      return { tensors, wanted };
    },
    output: (output, wanted) => Object.fromEntries(wanted.map((name) => [name, output[name]!])),
  };
}

export function unknownInput(name: string, inputs: readonly TensorInfo[]): Problem {
  const known = inputs.map((input) => quote(input.name)).join(', ');
  return new Problem('invalid-tensor', `There is no input ${quote(name)}; available: ${known}.`);
}

/** @returns what is wrong with a tensor for this input; undefined if it fits */
function findWrong(tensor: Tensor | undefined, input: TensorInfo): string | undefined {
  const wanted = describeTensor(input);
  if (!tensor) return `Input "${input.name}" is missing; it must be ${wanted}.`;
  if (!fits(tensor, input)) {
    return `Input "${input.name}" must be ${wanted}, not ${describeTensor(tensor)}.`;
  }
  if (tensor.datatype !== 'BYTES') return undefined;
  // ONNX Runtime's strings are text and end at the first zero byte, so other bytes would reach the model changed.
  const element = tensor.data.findIndex((bytes) => bytes.includes(0) || !isUtf8(bytes));
  if (element === -1) return undefined;
  return `Element ${element} of input ${quote(input.name)} must be UTF-8 without zero bytes: the model takes strings.`;
}

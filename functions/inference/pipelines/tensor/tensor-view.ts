/** Requests and responses of this pipeline are tensors already; here they are checked. */
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
import type { ClassNames } from './class-names.ts';

export function tensorView(
  inputs: readonly TensorInfo[],
  outputs: readonly TensorInfo[],
  classes: ClassNames | undefined,
): TensorView<TensorInput, TensorPrediction> {
  const names = new Set(inputs.map(({ name }) => name));
  return {
    inputs,
    outputs: classes ? [...outputs, classes.place] : outputs,
    input(tensors, wanted) {
      for (const place of inputs) {
        const tensor = tensors[place.name];
        if (!tensor) {
          throw new Problem(
            'invalid-tensor',
            `Input "${place.name}" is missing; it must be ${describeTensor(place)}.`,
          );
        }
        if (fits(tensor, place)) {
          requireText(place.name, tensor);
          continue;
        }
        throw new Problem(
          'invalid-tensor',
          `Input "${place.name}" must be ${describeTensor(place)}, not ${describeTensor(tensor)}.`,
        );
      }
      const unknown = Object.keys(tensors).find((name) => !names.has(name));
      if (unknown !== undefined) throw unknownInput(unknown, inputs);
      const needed = wanted.map((name) => (name === classes?.place.name ? classes.source : name));
      return { tensors, wanted: [...new Set(needed)] };
    },
    output: (output, wanted) =>
      Object.fromEntries(
        wanted.map((name) => [
          name,
          name === classes?.place.name ? classes.of(output[classes.source]!) : output[name]!,
        ]),
      ),
  };
}

/** @param name what none of the inputs is called */
export function unknownInput(name: string, inputs: readonly TensorInfo[]): Problem {
  const known = inputs.map((input) => quote(input.name)).join(', ');
  return new Problem('invalid-tensor', `There is no input ${quote(name)}; there are ${known}.`);
}

/** ONNX Runtime's strings are text and end at the first zero byte: other bytes would reach the model changed. */
function requireText(name: string, { datatype, data }: Tensor): void {
  if (datatype !== 'BYTES') return;
  const wrong = data.findIndex((bytes) => bytes.includes(0) || !isUtf8(bytes));
  if (wrong === -1) return;
  throw new Problem(
    'invalid-tensor',
    `Element ${wrong} of input ${quote(name)} must be UTF-8 without zero bytes: the model takes strings.`,
  );
}

export interface TensorInput {
  readonly tensors: Tensors;
  readonly wanted: readonly string[];
}

export type TensorPrediction = Tensors;

/** Checks the tensors of this pipeline's requests, and names the classes of its responses. */
import { isUtf8 } from 'node:buffer';
import { ModelError } from '../../model/model-error.ts';
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
import { topLabels } from '../shared/labels.ts';
import { textTensor } from '../shared/tensors.ts';

export interface TensorInput {
  readonly tensors: Tensors;
  readonly wanted: readonly string[];
}

export type TensorPrediction = Tensors;

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
        const wrong = findWrong(tensors[place.name], place);
        if (wrong !== undefined) throw new Problem('invalid-tensor', wrong);
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

/** @param name that no input has */
export function unknownInput(name: string, inputs: readonly TensorInfo[]): Problem {
  const known = inputs.map((input) => quote(input.name)).join(', ');
  return new Problem('invalid-tensor', `There is no input ${quote(name)}; there are ${known}.`);
}

/** @returns what is wrong with a tensor for this place */
function findWrong(tensor: Tensor | undefined, place: TensorInfo): string | undefined {
  const wanted = describeTensor(place);
  if (!tensor) return `Input "${place.name}" is missing; it must be ${wanted}.`;
  if (!fits(tensor, place)) {
    return `Input "${place.name}" must be ${wanted}, not ${describeTensor(tensor)}.`;
  }
  if (tensor.datatype !== 'BYTES') return undefined;
  // ONNX Runtime's strings are text and end at the first zero byte, so other bytes would reach the model changed.
  const element = tensor.data.findIndex((bytes) => bytes.includes(0) || !isUtf8(bytes));
  if (element === -1) return undefined;
  return `Element ${element} of input ${quote(place.name)} must be UTF-8 without zero bytes: the model takes strings.`;
}

/** Graphs of scikit-learn call the numbers of classes `label`. */
const CLASS_NAME = 'class_name';

export interface ClassNames {
  /** The output with one name for each row, of datatype BYTES. */
  readonly place: TensorInfo;
  readonly source: string;
  /** A number without a label stands for itself. */
  of(source: Tensor): Tensor;
}

/**
 * Names the classes of the first output with a score for each label, or else of the first one with whole numbers.
 * @throws {ModelError} if there is neither
 */
export function classNames(
  file: string,
  labels: readonly string[],
  outputs: readonly TensorInfo[],
): ClassNames {
  const scored = outputs.filter(
    ({ datatype, shape }) => (datatype === 'FP32' || datatype === 'FP64') && shape.length > 1,
  );
  const scores = scored.find(({ shape }) => [labels.length, -1].includes(shape.at(-1)!));
  const numbers = outputs.find(({ datatype }) => datatype === 'INT64' || datatype === 'INT32');
  const source = scored.length > 0 ? scores : numbers;
  if (!source || outputs.some(({ name }) => name === CLASS_NAME)) {
    throw new ModelError(
      `${file} gives neither ${labels.length} scores, one for each label, nor the number of a class alone`,
    );
  }
  const shape = scores ? source.shape.slice(0, -1) : source.shape;
  return {
    place: { name: CLASS_NAME, datatype: 'BYTES', shape },
    source: source.name,
    of({ shape: given, data }) {
      if (!scores) {
        const names = Array.from(
          data as ArrayLike<number | bigint>,
          (index) => labels[Number(index)] ?? `${index}`,
        );
        return textTensor(names, given);
      }
      const width = given.at(-1) ?? 1;
      const rows = Array.from({ length: data.length / width }, (_, row) => {
        const [best] = topLabels((data as Float32Array).subarray(row * width, (row + 1) * width), labels, 1);
        return best!.label;
      });
      return textTensor(rows, given.slice(0, -1));
    },
  };
}

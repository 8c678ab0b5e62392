/** Tensors as the response cache keeps them: JSON with the elements in base64. */
import { ModelError } from '../../model/model-error.ts';
import {
  ARRAYS,
  closedShape,
  type Datatype,
  describeTensor,
  elementCount,
  fits,
  type Tensor,
  type TensorInfo,
  type Tensors,
} from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import { bytesOf, toBase64 } from '../shared/tensors.ts';
import { readJsonData, shapeOf } from './read-json.ts';

type Packed = [name: string, datatype: Datatype, shape: readonly number[], data: string | string[]];

export function packTensors(tensors: Tensors): string {
  return JSON.stringify(
    Object.entries(tensors).map(
      ([name, { datatype, shape, data }]): Packed => [
        name,
        datatype,
        shape,
        ArrayBuffer.isView(data) ? toBase64(data) : data.map(toBase64),
      ],
    ),
  );
}

export function unpackTensors(text: string): Tensors {
  const packed = JSON.parse(text) as Packed[];
  return Object.fromEntries(
    packed.map(([name, datatype, shape, data]) => [
      name,
      { datatype, shape, data: unpackElements(datatype, data) } as Tensor,
    ]),
  );
}

function unpackElements(datatype: Datatype, data: string | string[]): Tensor['data'] {
  if (datatype === 'BYTES' || typeof data !== 'string') {
    return [data].flat().map(bytesOf);
  }
  return new ARRAYS[datatype](bytesOf(data).buffer);
}

/**
 * A tensor for the warm-up.
 *
 * @param value of every element, or nested arrays of all elements. @default zeros
 * @param shape of the tensor, unless nested arrays give it. @default the place's own, with one for every open dimension
 * @throws {ModelError} if the tensor is not what the place takes
 */
export function exampleTensor(
  place: TensorInfo,
  value: unknown,
  shape: readonly number[] = closedShape(place.shape),
): Tensor {
  if (value === undefined) return blankTensor(place, shape);
  const sizes = Array.isArray(value) ? shapeOf(value) : shape;
  const elements = Array.isArray(value) ? value : Array(elementCount(shape)).fill(value);
  try {
    const tensor = readJsonData(place.name, place.datatype, sizes, elements, false);
    if (fits(tensor, place)) return tensor;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  throw new ModelError(
    `the example of "${place.name}" must be one value, or nested arrays, for ${describeTensor(place)}`,
  );
}

/** @param shape by default the place's own, with one for every open dimension */
export function blankTensor({ datatype, shape: open }: TensorInfo, shape?: readonly number[]): Tensor {
  const filled = shape ?? closedShape(open);
  const count = elementCount(filled);
  const data =
    datatype === 'BYTES'
      ? Array.from({ length: count }, () => new Uint8Array(0))
      : new ARRAYS[datatype](count);
  return { datatype, shape: filled, data } as Tensor;
}

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
import { bytesOf, toBase64 } from '../tensors.ts';

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
 * @param value of every element, or arrays of all elements, nested as the shape says; left out, zeros
 * @throws {ModelError} where it is not what the place takes
 */
export function exampleTensor(place: TensorInfo, value: unknown, shape?: readonly number[]): Tensor {
  if (value === undefined) return blankTensor(place, shape);
  const sizes: number[] = [];
  for (let part = value; Array.isArray(part); [part] = part) sizes.push(part.length);
  const elements = [value].flat(Number.POSITIVE_INFINITY);
  const { datatype } = place;
  const blank = blankTensor(place, Array.isArray(value) ? sizes : shape);
  const isWhole = !Array.isArray(value) || elements.length === blank.data.length;
  if (!isWhole || !fits(blank, place) || !elements.every((element) => isElement(element, datatype))) {
    throw new ModelError(
      `the example of "${place.name}" must be one value, or nested arrays, for ${describeTensor(place)}`,
    );
  }
  const filled = Array.from(
    blank.data as ArrayLike<unknown>,
    (_, index) => elements[elements.length === 1 ? 0 : index],
  );
  const { shape: own } = blank;
  if (datatype === 'BYTES')
    return { datatype, shape: own, data: filled.map((text) => Buffer.from(`${text}`)) };
  if (datatype === 'FP16') {
    const halves = Float16Array.from(filled as number[]);
    return { datatype, shape: own, data: new Uint16Array(halves.buffer as ArrayBuffer) };
  }
  const isLong = datatype === 'INT64' || datatype === 'UINT64';
  const Elements = ARRAYS[datatype] as new (elements: unknown[]) => unknown;
  const data = new Elements(isLong ? filled.map((one) => BigInt(one as number)) : filled);
  return { datatype, shape: own, data } as Tensor;
}

function isElement(value: unknown, datatype: Datatype): boolean {
  if (datatype === 'BYTES') return typeof value === 'string';
  if (datatype === 'BOOL') return typeof value === 'boolean';
  return datatype.startsWith('FP') ? typeof value === 'number' : Number.isSafeInteger(value);
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

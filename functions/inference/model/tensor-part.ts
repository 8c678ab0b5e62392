import { ARRAYS, elementCount, type SizedDatatype, type SizedTensor, type Tensor } from './tensors.ts';

/**
 * Copies the part of a tensor that begins at `row` on the first axis and at 0 on all other axes.
 * @param shape of the part. For BYTES, only its first size may differ from that of the tensor.
 */
export function part(tensor: Tensor, shape: readonly number[], row = 0): Tensor {
  const start = row * strideOf(tensor.shape, 0);
  if (tensor.datatype === 'BYTES') {
    return { ...tensor, shape, data: tensor.data.slice(start, start + elementCount(shape)) };
  }
  const target = blank(tensor.datatype, shape);
  copy(tensor, target, 0, start);
  return target;
}

export function blank(datatype: SizedDatatype, shape: readonly number[]): SizedTensor {
  return { datatype, shape, data: new ARRAYS[datatype](elementCount(shape)) } as SizedTensor;
}

/** Distance in elements between neighbours along an axis. */
export function strideOf(shape: readonly number[], axis: number): number {
  return elementCount(shape.slice(axis + 1));
}

/** Copies the part that fits into both tensors. If all later axes have equal sizes, it copies the elements in one step. */
export function copy(from: SizedTensor, to: SizedTensor, toStart: number, fromStart = 0, axis = 0): void {
  const count = Math.min(from.shape[axis]!, to.shape[axis]!);
  const fromStride = strideOf(from.shape, axis);
  const toStride = strideOf(to.shape, axis);
  if (fromStride === toStride && sameBelow(from.shape, to.shape, axis)) {
    const elements = from.data.subarray(fromStart, fromStart + count * fromStride);
    (to.data as { set(elements: unknown, offset: number): void }).set(elements, toStart);
    return;
  }
  for (let index = 0; index < count; index++) {
    copy(from, to, toStart + index * toStride, fromStart + index * fromStride, axis + 1);
  }
}

function sameBelow(one: readonly number[], other: readonly number[], axis: number): boolean {
  return one.every((size, index) => index <= axis || size === other[index]);
}

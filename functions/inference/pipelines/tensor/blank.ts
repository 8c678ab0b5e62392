/** Tensors of zeros, to warm members up. */
import {
  ARRAYS,
  type Elements,
  elementCount,
  type SizedDatatype,
  type Tensor,
  type TensorInfo,
} from '../../model/tensors.ts';

/** An array for so many elements of a datatype, all zero. */
export function elementsFor<Type extends SizedDatatype>(datatype: Type, count: number): Elements[Type] {
  return new ARRAYS[datatype](count) as Elements[Type];
}

/** @param shape by default the place's own, with one for every open dimension */
export function blankTensor({ datatype, shape: open }: TensorInfo, shape?: readonly number[]): Tensor {
  const filled = shape ?? open.map((size) => (size === -1 ? 1 : size));
  const count = elementCount(filled);
  const data =
    datatype === 'BYTES'
      ? Array.from({ length: count }, () => new Uint8Array(0))
      : elementsFor(datatype, count);
  return { datatype, shape: filled, data } as Tensor;
}

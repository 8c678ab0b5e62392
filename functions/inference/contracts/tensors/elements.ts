/** Datatypes of the protocol: how their elements lie in memory, and how messages speak of them. */
import {
  ARRAYS,
  type Datatype,
  type SizedDatatype,
  type Tensor,
  type TensorInfo,
} from '../../model/tensors.ts';

export const DATATYPES: readonly Datatype[] = [...(Object.keys(ARRAYS) as SizedDatatype[]), 'BYTES'];

/** Of a tensor: NumPy takes no more. */
export const MAX_DIMENSIONS = 64;

/** The exponent of a half precision number that is no finite one: all ones. */
const FP16_EXPONENT = 0x7c00;

/** Index of the first element that is NaN or infinite; -1 where none is, or none can be. */
export function firstNonFinite(datatype: Datatype, data: Tensor['data']): number {
  if (datatype === 'FP16') {
    const halves = data as Uint16Array;
    for (let index = 0; index < halves.length; index++) {
      if ((halves[index]! & FP16_EXPONENT) === FP16_EXPONENT) return index;
    }
  } else if (datatype === 'FP32' || datatype === 'FP64') {
    const numbers = data as Float32Array | Float64Array;
    for (let index = 0; index < numbers.length; index++) {
      if (!Number.isFinite(numbers[index])) return index;
    }
  }
  return -1;
}

export function describeShape(shape: TensorInfo['shape']): string {
  return `[${shape.join(', ')}]`;
}

/** Limits of tensors, and words about elements and shapes in messages. */
import type { Datatype, Tensor, TensorInfo } from '../../model/tensors.ts';

/** Largest number of dimensions of a tensor, as in NumPy. */
export const MAX_DIMENSIONS = 64;

/** The exponent of half precision numbers that are infinite or NaN: all ones. */
const FP16_EXPONENT = 0x7c00;

/** The first element that is NaN or infinite, in words; undefined if there is none. */
export function nonFinite(datatype: Datatype, data: Tensor['data']): string | undefined {
  if (datatype === 'FP16') {
    const halves = data as Uint16Array;
    for (let index = 0; index < halves.length; index++) {
      if ((halves[index]! & FP16_EXPONENT) === FP16_EXPONENT) return `NaN or infinity as element ${index}`;
    }
  } else if (datatype === 'FP32' || datatype === 'FP64') {
    const numbers = data as Float32Array | Float64Array;
    for (let index = 0; index < numbers.length; index++) {
      if (!Number.isFinite(numbers[index])) return `${numbers[index]} as element ${index}`;
    }
  }
  return undefined;
}

export function describeShape(shape: TensorInfo['shape']): string {
  return `[${shape.join(', ')}]`;
}

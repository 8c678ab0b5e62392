/** What readers and writers of tensors share: limits, and how messages speak of elements and shapes. */
import type { Datatype, Tensor, TensorInfo } from '../../model/tensors.ts';

/** Of a tensor: NumPy takes no more. */
export const MAX_DIMENSIONS = 64;

/** The exponent of a half precision number that is no finite one: all ones. */
const FP16_EXPONENT = 0x7c00;

/** The first element that is NaN or infinite, in words; undefined where none is, or none can be. */
export function nonFinite(datatype: Datatype, data: Tensor['data']): string | undefined {
  if (datatype === 'FP16') {
    const halves = data as Uint16Array;
    for (let index = 0; index < halves.length; index++) {
      if ((halves[index]! & FP16_EXPONENT) === FP16_EXPONENT) return `no finite number as element ${index}`;
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

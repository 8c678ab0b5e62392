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

/** What elements of each datatype are in JSON. */
export const IN_JSON: Readonly<Record<Datatype, string>> = {
  BOOL: 'true or false',
  UINT8: 'whole numbers from 0 to 255',
  UINT16: 'whole numbers from 0 to 65535',
  UINT32: 'whole numbers from 0 to 4294967295',
  UINT64: 'whole numbers from 0 to 9007199254740991 in JSON, and greater ones as binary data',
  INT8: 'whole numbers from -128 to 127',
  INT16: 'whole numbers from -32768 to 32767',
  INT32: 'whole numbers from -2147483648 to 2147483647',
  INT64: 'whole numbers from -9007199254740991 to 9007199254740991 in JSON, and others as binary data',
  FP16: 'finite numbers of at most 65504',
  FP32: 'finite numbers of at most 3.4028234663852886e+38',
  FP64: 'finite numbers',
  BYTES: 'strings of well-formed Unicode',
};

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

/** Makes tensors of predictions, and packs numbers for the response cache. */
import {
  ARRAYS,
  type Datatype,
  elementCount,
  halvesOf,
  type Tensor,
  type TensorInfo,
} from '../../model/tensors.ts';
import type { TensorView } from '../pipeline.ts';

export const FLOAT_TYPES: readonly (Datatype | undefined)[] = ['FP16', 'FP32', 'FP64'];

/** The elements of a tensor of one of `FLOAT_TYPES`, in 32 bits. */
export function floatsOf({ datatype, data }: Tensor): Float32Array {
  if (datatype === 'FP32') return data;
  return Float32Array.from(datatype === 'FP16' ? halvesOf(data) : (data as Float64Array));
}

/** An output of a `TensorView`. `of` makes its tensor from a prediction. */
export interface ViewOutput<Output> extends TensorInfo {
  of(output: Output): Tensor;
}

/**
 * @param shape may have -1 for one dimension, which follows from the number of elements
 * @param elementsOf returns texts for BYTES, and numbers for other datatypes
 */
export function outputOf<Output>(
  name: string,
  datatype: 'BYTES' | 'BOOL' | 'INT32' | 'FP32',
  shape: readonly number[],
  elementsOf: (output: Output) => readonly (string | number)[],
): ViewOutput<Output> {
  const perItem = -elementCount(shape);
  const of = (output: Output) => {
    const elements = elementsOf(output);
    const data =
      datatype === 'BYTES'
        ? elements.map((text) => Buffer.from(text as string, 'utf8'))
        : ARRAYS[datatype].from(elements as readonly number[]);
    const closed = shape.map((size) => (size === -1 ? elements.length / perItem : size));
    return { datatype, shape: closed, data } as Tensor;
  };
  return { name, datatype, shape, of };
}

export function tensorOutputs<Output>(
  viewOutputs: readonly ViewOutput<Output>[],
): Pick<TensorView<unknown, Output>, 'outputs' | 'output'> {
  const makers = new Map(viewOutputs.map(({ name, of }) => [name, of]));
  return {
    outputs: viewOutputs.map(({ of: _of, ...output }) => output),
    output: (prediction, wanted) =>
      Object.fromEntries(wanted.map((name) => [name, makers.get(name)!(prediction)])),
  };
}

/** The bytes of a view in base64, little-endian as on every supported machine. */
export function toBase64({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('base64');
}

/** The bytes of a base64 text. They are copied, because Node's buffers may begin at an unaligned address. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64, 'base64'));
}

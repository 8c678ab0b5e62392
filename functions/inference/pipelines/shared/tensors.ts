/** Tensors of predictions, and numbers in the form of the response cache. */
import { type Datatype, elementCount, halvesOf, type Tensor, type TensorInfo } from '../../model/tensors.ts';
import type { TensorView } from '../pipeline.ts';

export const FLOAT_TYPES: readonly (Datatype | undefined)[] = ['FP16', 'FP32', 'FP64'];

/** The elements of a tensor of one of `FLOAT_TYPES`, in 32 bits. */
export function floatsOf({ datatype, data }: Tensor): Float32Array {
  if (datatype === 'FP32') return data;
  return Float32Array.from(datatype === 'FP16' ? halvesOf(data) : (data as Float64Array));
}

/** An output, and how it is made of a prediction if a request asks for it. */
interface OutputPlace<Output> extends TensorInfo {
  of(output: Output): Tensor;
}

/** @param shape may have -1 for one dimension, which follows from the number of texts */
export function textTensor(texts: readonly string[], shape: readonly number[]): Tensor {
  const data = texts.map((text) => Buffer.from(text, 'utf8'));
  return { datatype: 'BYTES', shape: closed(shape, data.length), data };
}

function floatTensor(numbers: readonly number[], shape: readonly number[]): Tensor {
  return { datatype: 'FP32', shape: closed(shape, numbers.length), data: Float32Array.from(numbers) };
}

function closed(shape: readonly number[], count: number): number[] {
  return shape.map((size) => (size === -1 ? -count / elementCount(shape) : size));
}

export function textOutput<Output>(
  name: string,
  shape: readonly number[],
  of: (output: Output) => readonly string[],
): OutputPlace<Output> {
  return { name, datatype: 'BYTES', shape, of: (output) => textTensor(of(output), shape) };
}

export function floatOutput<Output>(
  name: string,
  shape: readonly number[],
  of: (output: Output) => readonly number[],
): OutputPlace<Output> {
  return { name, datatype: 'FP32', shape, of: (output) => floatTensor(of(output), shape) };
}

export function tensorOutputs<Output>(
  places: readonly OutputPlace<Output>[],
): Pick<TensorView<unknown, Output>, 'outputs' | 'output'> {
  const makers = new Map(places.map(({ name, of }) => [name, of]));
  return {
    outputs: places.map(({ of: _of, ...place }) => place),
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

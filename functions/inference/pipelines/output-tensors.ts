/** Tensors of what pipelines predict, one element for each request of a batch unless a shape says otherwise. */
import type { Tensor } from '../model/tensors.ts';

export function textTensor(texts: readonly string[], shape: readonly number[] = [texts.length]): Tensor {
  return { datatype: 'BYTES', shape, data: texts.map((text) => Buffer.from(text, 'utf8')) };
}

export function floatTensor(values: readonly number[], shape: readonly number[] = [values.length]): Tensor {
  return { datatype: 'FP32', shape, data: Float32Array.from(values) };
}

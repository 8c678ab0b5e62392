import { InferenceSession } from 'onnxruntime-node';
import { graphOf } from '../../functions/inference/ensemble/runtime-tensors.ts';
import type { Tensor, Tensors } from '../../functions/inference/model/tensors.ts';

/** Questions at once that are measured, where a graph takes more than one. */
const BATCHES = [1, 2, 4, 8, 16, 32];

/** How many questions at once a member is asked: one, unless the first dimension of all its inputs has any size. */
export async function batchesOf(file: string, model: Uint8Array): Promise<readonly number[]> {
  const session = await InferenceSession.create(model, { graphOptimizationLevel: 'disabled' });
  const { inputs } = graphOf(file, session);
  await session.release();
  const isFree = inputs.every(({ shape, datatype }) => typeof shape[0] === 'string' && datatype !== 'BYTES');
  return isFree ? BATCHES : BATCHES.slice(0, 1);
}

/** The same question so many times at once. */
export function repeated(feeds: Tensors, count: number): Tensors {
  return Object.fromEntries(
    Object.entries(feeds).map(([name, tensor]) => [name, repeatedTensor(tensor, count)]),
  );
}

function repeatedTensor(tensor: Tensor, count: number): Tensor {
  const { shape, data } = tensor;
  if (count === 1 || !ArrayBuffer.isView(data)) return tensor;
  const bytes = new Uint8Array(data.byteLength * count);
  const once = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  for (let copy = 0; copy < count; copy += 1) bytes.set(once, copy * once.length);
  const many = new (data.constructor as new (buffer: ArrayBuffer) => typeof data)(bytes.buffer);
  return { ...tensor, shape: [count * (shape[0] ?? 1), ...shape.slice(1)], data: many } as Tensor;
}

/** Stacks the tensors of several requests, and splits the outputs of a member by request. */
import { blank, copy, part, strideOf } from '../model/tensor-part.ts';
import { elementCount, type SizedTensor, type Tensor, type Tensors } from '../model/tensors.ts';

/**
 * @param requests have the same names, datatypes and numbers of dimensions. Their rows are along the first dimension.
 * @returns tensors with all rows. Where requests differ in another dimension, zeros pad them to the largest size.
 */
export function stack(requests: readonly Tensors[]): Tensors {
  const stacked: Record<string, Tensor> = {};
  for (const name in requests[0]) {
    const parts = requests.map((tensors) => tensors[name] as SizedTensor);
    const shape = paddedShape(parts);
    const target = blank(parts[0]!.datatype, shape);
    let row = 0;
    for (const part of parts) {
      copy(part, target, row * strideOf(shape, 0));
      row += part.shape[0]!;
    }
    stacked[name] = target;
  }
  return stacked;
}

/**
 * @param outputs of the stacked requests, with rows along the first dimension. The padding of stack() is not removed.
 * @throws Error if an output has more or fewer rows than all requests together, because its rows then cannot be assigned to them
 */
export function unstack(outputs: Tensors, requests: readonly Tensors[]): Tensors[] {
  const stacked = requests.reduce((sum, request) => sum + rowsOf(request), 0);
  for (const name in outputs) {
    const [rows] = outputs[name]!.shape;
    if (rows !== stacked) throw new Error(`"${name}" has ${rows} rows, but the batch has ${stacked}`);
  }
  let row = 0;
  return requests.map((request) => {
    const rows = rowsOf(request);
    const given: Record<string, Tensor> = {};
    for (const name in outputs) {
      const output = outputs[name]!;
      given[name] = part(output, [rows, ...output.shape.slice(1)], row);
    }
    row += rows;
    return given;
  });
}

/** Whether two requests with the same names of tensors can be stacked. @param ofAnySize whether padding is allowed */
export function areStackable(one: Tensors, other: Tensors, ofAnySize: boolean): boolean {
  for (const name in one) {
    const [first, second] = [one[name]!, other[name]!];
    if (first.datatype === 'BYTES' || first.datatype !== second.datatype) return false;
    if (first.shape.length === 0 || first.shape.length !== second.shape.length) return false;
    if (!ofAnySize && first.shape.some((size, axis) => axis > 0 && size !== second.shape[axis])) return false;
  }
  return true;
}

/** Elements of the stacked requests, padding included, divided by the elements of the requests. */
export function padding(requests: readonly Tensors[]): number {
  let alone = 0;
  let together = 0;
  for (const name in requests[0]) {
    const parts = requests.map((tensors) => tensors[name] as SizedTensor);
    for (const { shape } of parts) alone += elementCount(shape);
    together += elementCount(paddedShape(parts));
  }
  return together / Math.max(alone, 1);
}

function rowsOf(request: Tensors): number {
  for (const name in request) return request[name]!.shape[0]!;
  return 0;
}

function paddedShape(parts: readonly SizedTensor[]): number[] {
  return parts[0]!.shape.map((_, axis) =>
    axis === 0
      ? parts.reduce((rows, { shape }) => rows + shape[0]!, 0)
      : Math.max(...parts.map(({ shape }) => shape[axis]!)),
  );
}

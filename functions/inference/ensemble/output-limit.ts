/** Limits the size of outputs: from a few bytes of input, a graph with open dimensions may make gigabytes. */
import { ARRAYS, type Tensors } from '../model/tensors.ts';
import { type Graph, sizeOf } from '../pipelines/pipeline.ts';
import { Problem } from '../problems/problems.ts';

/** Limit for one run. It is above the largest response that one machine can be configured to send. */
const MOST_OUTPUT_BYTES = 256 * 1024 * 1024;

/**
 * Predicts the size of outputs. An open dimension has the size of an input's dimension with the same name, the last one if
 * inputs differ. It has size 1 if it has no name, or no input has this name.
 * @returns a function that throws the problem `response-too-large` if the wanted outputs would be too large for these inputs
 */
export function outputLimit({ inputs, outputs }: Graph) {
  return (feeds: Tensors, wanted: readonly string[]): void => {
    const sizes = new Map<number | string, number>();
    for (const { name, shape } of inputs) {
      const given = feeds[name]?.shape ?? [];
      for (const [axis, dimension] of shape.entries()) {
        if (typeof dimension === 'string' && given[axis] !== undefined) sizes.set(dimension, given[axis]);
      }
    }
    // Two dimensions without a name may have different sizes.
    sizes.delete('');
    let bytes = 0;
    for (const { name, datatype, shape } of outputs) {
      if (datatype === undefined || !wanted.includes(name)) continue;
      let size = datatype === 'BYTES' ? 1 : ARRAYS[datatype].BYTES_PER_ELEMENT;
      for (const dimension of shape) size *= sizeOf(dimension) ?? sizes.get(dimension) ?? 1;
      bytes += size;
    }
    requireFew(bytes);
  };
}

/** Checks the outputs of a run. @throws {Problem} `response-too-large` */
export function requireSmall(given: Tensors): void {
  let bytes = 0;
  for (const name in given) {
    const { data } = given[name]!;
    bytes += ArrayBuffer.isView(data) ? data.byteLength : data.reduce((sum, { length }) => sum + length, 0);
  }
  requireFew(bytes);
}

function requireFew(bytes: number): void {
  if (bytes <= MOST_OUTPUT_BYTES) return;
  const detail = `The model's outputs for this request have ${bytes} bytes; at most ${MOST_OUTPUT_BYTES} can be returned: send less at once.`;
  throw new Problem('response-too-large', detail);
}

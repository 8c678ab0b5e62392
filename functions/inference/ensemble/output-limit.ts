/** Limits the size of outputs: a graph with open dimensions may make gigabytes of a few bytes. */
import { ARRAYS, elementCount, type Tensors } from '../model/tensors.ts';
import type { Graph } from '../pipelines/pipeline.ts';
import { Problem } from '../problems/problems.ts';

/** Limit for one run. It is above the largest response that one machine can be configured to send. */
const MOST_OUTPUT_BYTES = 256 * 1024 * 1024;

/** The axis of an input that determines a dimension. */
interface Axis {
  readonly input: string;
  readonly axis: number;
}

/**
 * Predicts the size of outputs from the names of the graph's dimensions. A dimension that no input has counts as one.
 * @returns a function that throws `response-too-large` for inputs whose named outputs would be too large
 */
export function outputLimit({ inputs, outputs }: Graph) {
  const axesOf = (dimension: string): Axis[] =>
    inputs.flatMap(({ name, shape }) =>
      shape.flatMap((one, axis) => (one === dimension ? [{ input: name, axis }] : [])),
    );
  const known = outputs.flatMap(({ name, datatype, shape }) => {
    if (datatype === undefined) return [];
    const width = datatype === 'BYTES' ? 1 : ARRAYS[datatype].BYTES_PER_ELEMENT;
    /** Size with one element in each open dimension. */
    const bytes =
      width * elementCount(shape.map((size) => (typeof size === 'number' ? Math.max(size, 1) : 1)));
    /** For each named open dimension, the axes of inputs with that name. */
    const open = shape.flatMap((size) => (typeof size === 'number' || size === '' ? [] : [axesOf(size)]));
    return [{ name, bytes, open }];
  });
  return (feeds: Tensors, wanted: readonly string[]): void => {
    let sum = 0;
    for (const { name, bytes, open } of known) {
      if (wanted.includes(name)) sum += open.reduce((product, axes) => product * sizeOf(axes, feeds), bytes);
    }
    requireFew(sum);
  };
}

/** If inputs differ in a dimension, the last one counts. */
function sizeOf(axes: readonly Axis[], feeds: Tensors): number {
  for (let index = axes.length - 1; index >= 0; index -= 1) {
    const { input, axis } = axes[index]!;
    const size = feeds[input]?.shape[axis];
    if (size !== undefined) return size;
  }
  return 1;
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
  const detail = `The model makes ${bytes} bytes of this request, and at most ${MOST_OUTPUT_BYTES} can be returned: send less at once.`;
  throw new Problem('response-too-large', detail);
}

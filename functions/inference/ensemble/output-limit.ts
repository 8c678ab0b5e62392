/** Outputs that are too large for any response: a graph with open dimensions may make gigabytes of a few bytes. */
import { ARRAYS, elementCount, type Tensors } from '../model/tensors.ts';
import type { Graph } from '../pipelines/pipeline.ts';
import { Problem } from '../problems/problems.ts';

/** Of one run: more than the largest response that one machine can be told to send. */
const MOST_OUTPUT_BYTES = 256 * 1024 * 1024;

/**
 * Refuses tensors before they run, as far as names of dimensions tell what comes of them. A dimension that no input has counts
 * as one.
 *
 * @param outputs names of those that are given
 * @throws {Problem} `response-too-large`
 */
export function requireSmallOutputs(graph: Graph, feeds: Tensors, outputs: readonly string[]): void {
  let sizes: Map<string, number> | undefined;
  const sizeOf = (dimension: number | string) => {
    if (typeof dimension === 'number') return Math.max(dimension, 1);
    sizes ??= sizesOf(graph, feeds);
    return sizes.get(dimension) ?? 1;
  };
  let bytes = 0;
  for (const { name, datatype, shape } of graph.outputs) {
    if (datatype === undefined || !outputs.includes(name)) continue;
    const width = datatype === 'BYTES' ? 1 : ARRAYS[datatype].BYTES_PER_ELEMENT;
    bytes += width * elementCount(shape.map(sizeOf));
  }
  requireFew(bytes);
}

/** The same of what a run gave. */
export function requireSmall(given: Tensors): void {
  let bytes = 0;
  for (const name in given) {
    const { data } = given[name]!;
    bytes += ArrayBuffer.isView(data) ? data.byteLength : data.reduce((sum, { length }) => sum + length, 0);
  }
  requireFew(bytes);
}

function sizesOf({ inputs }: Graph, feeds: Tensors): Map<string, number> {
  return new Map(
    inputs.flatMap(({ name, shape }) =>
      shape.flatMap((dimension, axis) => {
        const size = feeds[name]?.shape[axis];
        return typeof dimension === 'string' && dimension !== '' && size !== undefined
          ? [[dimension, size]]
          : [];
      }),
    ),
  );
}

function requireFew(bytes: number): void {
  if (bytes <= MOST_OUTPUT_BYTES) return;
  const detail = `The model makes ${bytes} bytes of this request, and at most ${MOST_OUTPUT_BYTES} can be returned: send less at once.`;
  throw new Problem('response-too-large', detail);
}

/** A request to begin with: tensors of zeros, by the Open Inference Protocol. */
import type { TensorInfo } from '../../../inference/model/tensors.ts';

/** A text area with more elements than that cannot be read or written in. */
const MOST_ELEMENTS = 100_000;

/** Nothing, where it is no number; as JSON. */
const ZEROS: Readonly<Record<string, string>> = { BYTES: '""', BOOL: 'false' };

/** @returns JSON with a line for every input; a dimension of any size has one here */
export function requestOfZeros(inputs: readonly TensorInfo[]): string {
  const lines = inputs.map(({ name, datatype, shape: open }) => {
    const shape = open.map((size) => (size < 0 ? 1 : size));
    const elements = shape.reduce((product, size) => product * size, 1);
    const data = Array(elements > MOST_ELEMENTS ? 0 : elements).fill(ZEROS[datatype] ?? '0');
    const place = `"name": ${JSON.stringify(name)}, "datatype": "${datatype}"`;
    return `    {${place}, "shape": ${list(shape)}, "data": ${list(data)}}`;
  });
  return `{\n  "inputs": [\n${lines.join(',\n')}\n  ]\n}`;
}

/** With spaces, so that lines can be broken. */
function list(elements: readonly unknown[]): string {
  return `[${elements.join(', ')}]`;
}

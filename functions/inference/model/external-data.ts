/** Where an ONNX model keeps weights outside of its file, which ONNX calls external data. */
import { withBytesOf } from './file-bytes.ts';
import { ModelError } from './model-error.ts';
import { type Bytes, entryOf, fieldsOf } from './protobuf.ts';

/** Fields of ONNX's messages below which there are tensors, by the message that each holds. */
const TENSOR = 'tensor';
type Below = Readonly<Record<number, 'graph' | 'node' | 'attribute' | typeof TENSOR>>;
const MODEL: Below = { 7: 'graph' };
const MESSAGES: Readonly<Record<'graph' | 'node' | 'attribute', Below>> = {
  graph: { 1: 'node', 5: TENSOR },
  node: { 5: 'attribute' },
  attribute: { 5: TENSOR, 6: 'graph', 10: TENSOR, 11: 'graph' },
};
/** Fields of a tensor: whether its elements lie elsewhere, and where, as entries of a key and a value. */
const DATA_LOCATION = 14;
const EXTERNAL_DATA = 13;

/**
 * The files beside a model that hold weights of it, as its graph names them. Skips the weights that lie in the graph.
 *
 * @param model path of its file
 * @throws {ModelError} where one is not beside it
 * @throws {RangeError} where the file is damaged, or no model
 * @throws {Error} of the file system, where it cannot be read
 */
export function externalFiles(model: string): string[] {
  const locations = withBytesOf(model, (bytes) => [...new Set(locationsIn(bytes, MODEL))]);
  for (const location of locations) {
    if (/[/\\]/.test(location) || location === '..') {
      throw new ModelError(
        `${model} has weights outside of its folder, in ${location}: export it with them beside it`,
      );
    }
  }
  return locations;
}

function* locationsIn(message: Bytes, below: Below): Generator<string> {
  for (const { wireType, number, content } of fieldsOf(message)) {
    const holds = wireType === 2 ? below[number] : undefined;
    if (holds === TENSOR) yield* locationOf(content);
    else if (holds) yield* locationsIn(content, MESSAGES[holds]);
  }
}

/** Of the elements of a tensor; none where they lie in the tensor itself. */
function locationOf(tensor: Bytes): string[] {
  const fields = [...fieldsOf(tensor)];
  if (!fields.some(({ number, value }) => number === DATA_LOCATION && value === 1)) return [];
  return fields.flatMap(({ number, content }) => {
    if (number !== EXTERNAL_DATA) return [];
    const [key, value] = entryOf(content);
    return key === 'location' ? [value] : [];
  });
}

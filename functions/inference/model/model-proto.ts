/** Reads an ONNX file without loading the model, to find damage, exporters' metadata, and the files with the model's weights. */
import { ModelError } from './model-error.ts';
import { type Bytes, entryOf, fieldsOf, withBytesOf } from './protobuf.ts';

const TENSOR = 'tensor';
/** Content of the fields of a message in ONNX, by field number. Fields that cannot lead to tensors are left out. */
type Below = Readonly<Record<number, 'graph' | 'node' | 'attribute' | typeof TENSOR>>;
const MODEL: Below = { 7: 'graph' };
const MESSAGES: Readonly<Record<'graph' | 'node' | 'attribute', Below>> = {
  graph: { 1: 'node', 5: TENSOR },
  node: { 5: 'attribute' },
  attribute: { 5: TENSOR, 6: 'graph', 10: TENSOR, 11: 'graph' },
};
/** Fields of a tensor: `DATA_LOCATION` says whether its elements are in another file, `EXTERNAL_DATA` names the file. */
const DATA_LOCATION = 14;
const EXTERNAL_DATA = 13;

/**
 * Names of the files with weights that the graph of a model refers to. The files lie beside the model.
 * @param model path of the model's file
 * @throws {ModelError} if the graph names a file in another folder
 * @throws {RangeError} if the model's file is damaged, or is not a model
 * @throws {Error} of the file system, if the model's file cannot be read
 */
export function externalFiles(model: string): string[] {
  const locations = withBytesOf(model, (bytes) => [...new Set(locationsIn(bytes, MODEL))]);
  for (const location of locations) {
    if (/[/\\]/.test(location) || location === '..') {
      throw new ModelError(
        `${model} has weights outside of its folder, in ${location}: export it with its weights in the same folder`,
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

/** Files with the external data of a tensor; none if its elements are in the tensor itself. */
function locationOf(tensor: Bytes): string[] {
  const fields = [...fieldsOf(tensor)];
  if (!fields.some(({ number, value }) => number === DATA_LOCATION && value === 1)) return [];
  return fields.flatMap(({ number, content }) => {
    if (number !== EXTERNAL_DATA) return [];
    const [key, value] = entryOf(content);
    return key === 'location' ? [value] : [];
  });
}

/** Field of ONNX's `ModelProto` with the metadata that exporters write. */
const METADATA_PROPS = 14;

/** @param model path of the model's file @throws {RangeError} if the file is damaged, or is not a model */
export function metadataOf(model: string): Readonly<Record<string, string>> {
  return withBytesOf(model, (bytes) => {
    const found = [...fieldsOf(bytes)].filter(({ number }) => number === METADATA_PROPS);
    return Object.fromEntries(found.map(({ content }) => entryOf(content)));
  });
}

/** Every exporter writes the field `ir_version`, a varint, first. */
const IR_VERSION = 1;
/** A pointer file of Git LFS, which stands in place of a large file, begins with this text. */
const POINTER = 'version https://git-lfs.github.com/';

/** Describes the damage of a file. @returns the part of a message that follows the file's name, such as `is empty` */
export function damageOf(model: string): string {
  return withBytesOf(model, (bytes) => {
    if (bytes.length === 0) return 'is empty';
    if (bytes.subarray(0, POINTER.length).toString() === POINTER) {
      return 'is a Git LFS pointer, not the model: fetch it with git lfs pull';
    }
    let fields = 0;
    try {
      for (const { number, wireType } of fieldsOf(bytes)) {
        if (fields === 0 && (number !== IR_VERSION || wireType !== 0)) return 'is not an ONNX model';
        fields += 1;
      }
    } catch {
      if (fields > 0) return `is truncated: its ${bytes.length} bytes end within the model`;
    }
    return 'is not an ONNX model';
  });
}

/** Metadata that exporters write into a graph: `metadata_props` of ONNX's `ModelProto`. */
import { withBytesOf } from './file-bytes.ts';
import { entryOf, fieldsOf } from './protobuf.ts';

const METADATA_PROPS = 14;

/** @param model path of its file @throws {RangeError} if it is damaged, or no model */
export function metadataOf(model: string): Readonly<Record<string, string>> {
  return withBytesOf(model, (bytes) => {
    const found = [...fieldsOf(bytes)].filter(({ number }) => number === METADATA_PROPS);
    return Object.fromEntries(found.map(({ content }) => entryOf(content)));
  });
}

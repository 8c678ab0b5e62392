/** ONNX files of one node, for models that no exporter here writes. */
/** Numbers of ONNX's element types. */
export const ELEMENT_TYPES = { FP32: 1, FP16: 10 } as const;

/** Weights of the node: in the graph, or in a file that it names. */
export type Weights = { readonly bytes: Uint8Array } | { readonly location: string; readonly length: number };

/** A model that gives `y`, which is its input `x` times its weights, all of shape [1, columns]. */
export function multiplication(
  datatype: keyof typeof ELEMENT_TYPES,
  columns: number,
  weights: Weights,
): Buffer {
  const type = ELEMENT_TYPES[datatype];
  const shaped = message(2, message(1, number(1, type), message(2, size(1), size(columns))));
  const place = (name: string) => Buffer.concat([text(1, name), shaped]);
  const data =
    'bytes' in weights
      ? [message(9, Buffer.from(weights.bytes))]
      : [entry('location', weights.location), entry('length', `${weights.length}`), number(14, 1)];
  const graph = [
    message(1, text(1, 'x'), text(1, 'weights'), text(2, 'y'), text(4, 'Mul')),
    text(2, 'multiplication'),
    message(5, number(1, 1), number(1, columns), number(2, type), text(8, 'weights'), ...data),
    message(11, place('x')),
    message(12, place('y')),
  ];
  return Buffer.concat([number(1, 8), message(7, ...graph), message(8, number(2, 17))]);
}

const message = (field: number, ...content: Buffer[]) => {
  const bytes = Buffer.concat(content);
  return Buffer.concat([Buffer.from([8 * field + 2, ...varint(bytes.length)]), bytes]);
};
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const text = (field: number, value: string) => message(field, Buffer.from(value));
/** A varint of one byte: below 128. */
const number = (field: number, value: number) => Buffer.from([8 * field, value]);
const size = (value: number) => message(1, number(1, value));
const entry = (key: string, value: string) => message(13, text(1, key), text(2, value));

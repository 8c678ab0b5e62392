/** Writes ONNX files with few nodes, for models that no exporter here produces. */
/** ONNX's numbers of element types. */
export const ELEMENT_TYPES = { FP32: 1, INT64: 7, BYTES: 8, FP16: 10, BF16: 16 } as const;

type ElementType = keyof typeof ELEMENT_TYPES;

/** Weights of `multiplication`, either in the graph or in a file. */
export type Weights = { readonly bytes: Uint8Array } | { readonly location: string; readonly length: number };

/** An input or output. A named dimension may have any size. */
export type Value = readonly [name: string, datatype: ElementType, shape: readonly (number | string)[]];

/** An operator, its inputs and outputs, and its attributes, which are texts or whole numbers below 128. */
export type Node = readonly [
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes?: Readonly<Record<string, number | string>>,
];

export function graph(inputs: readonly Value[], nodes: readonly Node[], outputs: readonly Value[]): Buffer {
  return model([
    ...nodes.map(([operator, from, to, attributes = {}]) =>
      message(
        1,
        ...from.map((name) => text(1, name)),
        ...to.map((name) => text(2, name)),
        text(4, operator),
        ...Object.entries(attributes).map(([name, value]) =>
          typeof value === 'string'
            ? message(5, text(1, name), text(4, value), Buffer.from([0xa0, 1, 3]))
            : message(5, text(1, name), number(3, value), Buffer.from([0xa0, 1, 2])),
        ),
      ),
    ),
    text(2, 'graph'),
    ...inputs.map((value) => message(11, valueInfoOf(value))),
    ...outputs.map((value) => message(12, valueInfoOf(value))),
  ]);
}

/** A model whose output `y` is its input `x` times the weights, all of shape [1, columns]. */
export function multiplication(datatype: ElementType, columns: number, weights: Weights): Buffer {
  const type = ELEMENT_TYPES[datatype];
  const data =
    'bytes' in weights
      ? [message(9, Buffer.from(weights.bytes))]
      : [entry('location', weights.location), entry('length', `${weights.length}`), number(14, 1)];
  return model([
    message(1, text(1, 'x'), text(1, 'weights'), text(2, 'y'), text(4, 'Mul')),
    text(2, 'multiplication'),
    message(5, number(1, 1), number(1, columns), number(2, type), text(8, 'weights'), ...data),
    message(11, valueInfoOf(['x', datatype, [1, columns]])),
    message(12, valueInfoOf(['y', datatype, [1, columns]])),
  ]);
}

/** Adds metadata as exporters do: in the file of the model, but outside the graph. */
export function withMetadata(model: Buffer, metadata: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(metadata).map(([key, value]) => message(14, text(1, key), text(2, value)));
  return Buffer.concat([model, ...entries]);
}

function model(content: readonly Buffer[]): Buffer {
  return Buffer.concat([number(1, 8), message(7, ...content), message(8, number(2, 17))]);
}

function valueInfoOf([name, datatype, shape]: Value): Buffer {
  const type = message(1, number(1, ELEMENT_TYPES[datatype]), message(2, ...shape.map(size)));
  return Buffer.concat([text(1, name), message(2, type)]);
}

function message(field: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  return Buffer.concat([Buffer.from([8 * field + 2, ...varint(bytes.length)]), bytes]);
}

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const text = (field: number, value: string) => message(field, Buffer.from(value));
/** A field with a varint of one byte, so its value must be below 128. */
const number = (field: number, value: number) => Buffer.from([8 * field, value]);
const size = (value: number | string) =>
  message(1, typeof value === 'number' ? number(1, value) : text(2, value));
const entry = (key: string, value: string) => message(13, text(1, key), text(2, value));

import { lengthDelimited } from '../../functions/inference/model/protobuf.ts';

/** Numbers of onnx.proto's `TensorProto.DataType`. */
const ELEMENTS = { float: 1, uint8: 2, int8: 3, int32: 6 } as const;

type Element = keyof typeof ELEMENTS;

/** Fields of onnx.proto, by message. */
const MODEL = { irVersion: 1, graph: 7, opset: 8 } as const;
const GRAPH = { node: 1, name: 2, input: 11, output: 12 } as const;
const NODE = { input: 1, output: 2, operator: 4 } as const;

/**
 * A model that multiplies the square matrices `a` and `b`, of any size: what a machine can do at most is measured by it.
 * @param operator such as `MatMul`
 * @param elements of `a`, `b` and the product `c`
 */
export function matrixModel(operator: string, [a, b, c]: readonly [Element, Element, Element]): Uint8Array {
  const node = [
    ...text(NODE.input, 'a'),
    ...text(NODE.input, 'b'),
    ...text(NODE.output, 'c'),
    ...text(NODE.operator, operator),
  ];
  const graph = [
    ...lengthDelimited(GRAPH.node, node),
    ...text(GRAPH.name, 'product'),
    ...lengthDelimited(GRAPH.input, matrix('a', a)),
    ...lengthDelimited(GRAPH.input, matrix('b', b)),
    ...lengthDelimited(GRAPH.output, matrix('c', c)),
  ];
  return Buffer.concat([
    small(MODEL.irVersion, 8),
    ...lengthDelimited(MODEL.graph, graph),
    // Of the default domain, version 13.
    ...lengthDelimited(MODEL.opset, [small(2, 13)]),
  ]);
}

/** A `ValueInfoProto`: a name (1) and a type (2) whose tensor (1) has elements (1) and a shape (2) of named extents. */
function matrix(name: string, element: Element): Buffer[] {
  const extent = lengthDelimited(1, text(2, 'n'));
  const tensor = [small(1, ELEMENTS[element]), ...lengthDelimited(2, [...extent, ...extent])];
  return [...text(1, name), ...lengthDelimited(2, lengthDelimited(1, tensor))];
}

function text(number: number, content: string): Buffer[] {
  return lengthDelimited(number, [Buffer.from(content)]);
}

/** A varint field below 128. */
function small(number: number, value: number): Buffer {
  return Buffer.from([number * 8, value]);
}

/** How much work the nodes of a model are: arithmetic operations, and bytes that go to and from memory. */

/** A tensor that went into a node or came out of it. */
export interface ShapedTensor {
  /** As ONNX Runtime names it: `float`, `uint8`, … */
  readonly type: string;
  readonly shape: readonly number[];
}

export interface NodeRun {
  /** Name of the operator, such as `Conv`. */
  readonly operator: string;
  readonly inputs: readonly ShapedTensor[];
  readonly outputs: readonly ShapedTensor[];
  /** Bytes of weights and other constants that it read. */
  readonly parameterBytes: number;
  /** Bytes of everything else that it read, and of what it wrote. */
  readonly activationBytes: number;
}

/** Arithmetic of a model, by what it is done in: a multiplication with its addition counts as two. */
export type Operations = ReturnType<typeof countOperations>;

/** Bytes of a model that each reads or writes once: weights once for all requests of a batch. */
export type Traffic = ReturnType<typeof countTraffic>;

/** ONNX Runtime has these share memory with their input. */
const IN_PLACE = /^(Reshape|Flatten|Squeeze|Unsqueeze|Identity|Dropout)$/;
/** Nothing is calculated by these either: elements go elsewhere. */
const MOVING =
  /^(Transpose|Concat|Split|Slice|Gather.*|Scatter.*|Expand|Pad|Tile|Shape|Size|Constant|ConstantOfShape|Cast|CastLike|Range|DepthToSpace|SpaceToDepth)$/;
/** Their shapes do not tell their work. */
const UNCOUNTED =
  /^(LSTM|GRU|RNN|Einsum|.*Attention|DeformConv|TreeEnsemble.*|SVM.*|Linear(Classifier|Regressor)|DFT|STFT)$/;
const CONVOLUTION = /^(Fused)?Conv(Integer)?$|^QLinearConv$/;
const MATRIX_PRODUCT = /^(Fused)?MatMul(Integer)?$|^QLinearMatMul$|^DynamicQuantizeMatMul$/;
const OVER_INPUT = /^Reduce|Pool|^(Log)?Softmax$|^Arg(Max|Min)$|^TopK$/;

export function countOperations(nodes: readonly NodeRun[]) {
  let float = 0;
  /** Products of 8-bit integers. */
  let integer = 0;
  /** Operators that the counts are too low by. */
  const uncounted = new Set<string>();
  for (const node of nodes) {
    const products = productsOf(node);
    if (products === undefined) {
      if (UNCOUNTED.test(node.operator)) uncounted.add(node.operator);
      else float += elementwise(node);
    } else if (/int8$/.test(node.inputs[0]?.type ?? '')) integer += 2 * products;
    else float += 2 * products;
  }
  return { float, integer, uncounted: [...uncounted] };
}

export function countTraffic(nodes: readonly NodeRun[]) {
  let [parameters, activations] = [0, 0];
  for (const { operator, parameterBytes, activationBytes } of nodes) {
    // Of a table, such as that of embeddings, only the rows are read that are looked up: no more than is written of them.
    parameters += operator.startsWith('Gather') ? Math.min(parameterBytes, activationBytes) : parameterBytes;
    if (!IN_PLACE.test(operator)) activations += activationBytes;
  }
  return { parameters, activations };
}

/** Multiplications, each with an addition; undefined for a node that is none of such. */
function productsOf({ operator, inputs, outputs: [result] }: NodeRun): number | undefined {
  const [first, second] = inputs;
  const written = sizeOf(result);
  // Before the weights, that one has scale and zero point of its input.
  const filters = operator === 'QLinearConv' ? inputs[3] : second;
  const filter = sizeOf(filters) / (filters?.shape[0] ?? 1);
  // Each element of the result is as many products as a filter has weights: input channels of its group times its area.
  if (CONVOLUTION.test(operator)) return written * filter;
  // The other way round: each element of the input goes into so many of the result.
  if (operator === 'ConvTranspose') return sizeOf(first) * filter;
  if (MATRIX_PRODUCT.test(operator)) return written * (first?.shape.at(-1) ?? 1);
  // ONNX's own: queries, keys and values are of one rank. ONNX Runtime's operator of that name takes weights in their place.
  // Every query with every key, and what that weighs with every value: each as long as a query, and as a result.
  if (operator === 'Attention' && first?.shape.length === second?.shape.length)
    return (second?.shape.at(-2) ?? 0) * (sizeOf(first) + written);
  // Either matrix may be transposed: the length of a sum is what rows leave of the first.
  if (/Gemm$/.test(operator)) return (written * sizeOf(first)) / (result?.shape[0] ?? 1);
  return undefined;
}

/** One operation for each element: of the result, or of what is summed up in it. */
function elementwise({ operator, inputs, outputs }: NodeRun): number {
  if (IN_PLACE.test(operator) || MOVING.test(operator)) return 0;
  return sizeOf(OVER_INPUT.test(operator) ? inputs[0] : outputs[0]);
}

function sizeOf(tensor: ShapedTensor | undefined): number {
  return tensor?.shape.reduce((product, extent) => product * extent, 1) ?? 0;
}

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

/** Nothing is calculated: elements go elsewhere, or are only looked at in another way. */
const MOVING =
  /^(Reshape|Flatten|Squeeze|Unsqueeze|Identity|Transpose|Concat|Split|Slice|Gather.*|Scatter.*|Expand|Pad|Tile|Shape|Size|Constant|ConstantOfShape|Cast|CastLike|Range|Dropout|DepthToSpace|SpaceToDepth)$/;
/** ONNX Runtime has these share memory with their input. */
const IN_PLACE = /^(Reshape|Flatten|Squeeze|Unsqueeze|Identity|Dropout)$/;
const UNCOUNTED =
  /^(LSTM|GRU|RNN|Einsum|.*Attention|DeformConv|TreeEnsemble.*|SVM.*|Linear(Classifier|Regressor)|DFT|STFT)$/;
const CONVOLUTION = /^(Fused)?Conv(Integer)?$/;
const MATRIX_PRODUCT = /^(Fused)?MatMul(Integer)?$|^QLinearMatMul$|^DynamicQuantizeMatMul$/;
const OVER_INPUT = /^Reduce|Pool|^(Log)?Softmax$|^Arg(Max|Min)$|^TopK$/;

export function countOperations(nodes: readonly NodeRun[]) {
  let float = 0;
  /** Products of 8-bit integers. */
  let integer = 0;
  /** Operators whose work their shapes do not tell: the counts are too low by it. */
  const uncounted = new Set<string>();
  for (const node of nodes) {
    const products = productsOf(node);
    const isUncounted = products === undefined && UNCOUNTED.test(node.operator);
    if (isUncounted) uncounted.add(node.operator);
    if (products === undefined) float += isUncounted ? 0 : elementwise(node);
    else if (/int8$/.test(node.inputs[0]?.type ?? '')) integer += 2 * products;
    else float += 2 * products;
  }
  return { float, integer, uncounted: [...uncounted] };
}

export function countTraffic(nodes: readonly NodeRun[]) {
  const moved = nodes.filter(({ operator }) => !IN_PLACE.test(operator));
  return {
    parameters: nodes.reduce((sum, node) => sum + parametersRead(node), 0),
    activations: moved.reduce((sum, { activationBytes }) => sum + activationBytes, 0),
  };
}

/** Of a table, such as that of embeddings, only the rows are read that are looked up: no more than is written of them. */
function parametersRead({ operator, parameterBytes, activationBytes }: NodeRun): number {
  return operator.startsWith('Gather') ? Math.min(parameterBytes, activationBytes) : parameterBytes;
}

/** Multiplications, each with an addition; undefined for a node that is none of such. */
function productsOf(node: NodeRun): number | undefined {
  const { operator, inputs, outputs } = node;
  const [first] = inputs;
  const written = sizeOf(outputs[0]);
  // Each element of the result is as many products as a filter has weights: input channels of its group times its area.
  if (CONVOLUTION.test(operator)) return (written * sizeOf(inputs[1])) / (inputs[1]?.shape[0] ?? 1);
  // Inputs: x, its scale and zero point, then the weights.
  if (operator === 'QLinearConv') return (written * sizeOf(inputs[3])) / (inputs[3]?.shape[0] ?? 1);
  // The other way round: each element of the input goes into so many of the result.
  if (operator === 'ConvTranspose') return (sizeOf(first) * sizeOf(inputs[1])) / (inputs[1]?.shape[0] ?? 1);
  if (MATRIX_PRODUCT.test(operator)) return written * (first?.shape.at(-1) ?? 1);
  if (isAttention(node)) return attentionProducts(node);
  // Either matrix may be transposed: the length of a sum is what rows leave of the first.
  if (/Gemm$/.test(operator)) return (written * sizeOf(first)) / (outputs[0]?.shape[0] ?? 1);
  return undefined;
}

/** ONNX's own: queries, keys and values are of one rank. ONNX Runtime's operator of that name takes weights in their place. */
function isAttention({ operator, inputs: [queries, keys] }: NodeRun): boolean {
  return operator === 'Attention' && queries?.shape.length === keys?.shape.length;
}

/** Every query with every key, and what that weighs with every value: each as long as a query, and as a result. */
function attentionProducts({ inputs: [queries, keys], outputs: [result] }: NodeRun): number {
  const places = keys?.shape.at(-2) ?? 0;
  return places * (sizeOf(queries) + sizeOf(result));
}

/** One operation for each element: of the result, or of what is summed up in it. */
function elementwise({ operator, inputs, outputs }: NodeRun): number {
  if (MOVING.test(operator)) return 0;
  return OVER_INPUT.test(operator) ? sizeOf(inputs[0]) : sizeOf(outputs[0]);
}

function sizeOf(tensor: ShapedTensor | undefined): number {
  return tensor?.shape.reduce((product, extent) => product * extent, 1) ?? 0;
}

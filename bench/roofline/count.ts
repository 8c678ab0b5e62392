/** What a model has to do for a request: arithmetic operations, and bytes that go to and from memory. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { toRuntime } from '../../functions/inference/ensemble/runtime-tensors.ts';
import type { Tensors } from '../../functions/inference/model/tensors.ts';

/** A shape by its datatype, as ONNX Runtime names it: `{ float: [1, 3] }`. */
type ShapedTensor = Readonly<Record<string, readonly number[]>>;

/** What ONNX Runtime's profile says of a run of a node: the operator, its tensors, and bytes in digits. */
export interface NodeRun {
  readonly op_name: string;
  readonly input_type_shape: readonly ShapedTensor[];
  readonly output_type_shape: readonly ShapedTensor[];
  /** Weights and other constants that it read. */
  readonly parameter_size: string;
  /** Everything else that it read. */
  readonly activation_size: string;
  readonly output_size: string;
}

export type Work = Awaited<ReturnType<typeof countModel>>;

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

/** Operations as a model's file or bytes have them, and traffic of what is left to be moved once neighbours are fused. */
export async function countModel(model: string | Uint8Array, feeds: Tensors, outputs: readonly string[]) {
  const operations = countOperations(await runNodes(model, feeds, outputs, 'disabled'));
  return { operations, traffic: countTraffic(await runNodes(model, feeds, outputs, 'extended')) };
}

/**
 * Runs any ONNX model once, and lists its nodes with the shapes that really went through them: the shapes in a
 * file may be unknown, those of ONNX Runtime's own profile are not.
 *
 * @param outputs to compute: a graph may have others, which this runtime cannot give
 * @param graphOptimizationLevel `disabled`: the nodes of the file; `extended`: with neighbours fused
 */
export async function runNodes(
  model: string | Uint8Array,
  feeds: Tensors,
  outputs: readonly string[],
  graphOptimizationLevel: 'disabled' | 'extended',
): Promise<NodeRun[]> {
  const folder = await mkdtemp(join(tmpdir(), 'subsecond-roofline-'));
  try {
    const session = await InferenceSession.create(model as string, {
      graphOptimizationLevel,
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      enableProfiling: true,
      profileFilePrefix: join(folder, 'profile'),
      // Weights that are packed beforehand are missing from the profile, with their shapes and their bytes.
      extra: { session: { disable_prepacking: '1' } },
    });
    await session.run(toRuntime(feeds), outputs);
    session.endProfiling();
    await session.release();
    const [file = ''] = await readdir(folder);
    const events: { cat: string; args: NodeRun }[] = JSON.parse(await readFile(join(folder, file), 'utf8'));
    return events.flatMap(({ cat, args }) => (cat === 'Node' && args.input_type_shape ? args : []));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Arithmetic by what it is done in: a multiplication with its addition counts as two. */
export function countOperations(nodes: readonly NodeRun[]) {
  let float = 0;
  /** Products of 8-bit integers. */
  let integer = 0;
  /** Operators that the counts are too low by. */
  const uncounted = new Set<string>();
  for (const node of nodes) {
    const products = productsOf(node);
    if (products === undefined) {
      if (UNCOUNTED.test(node.op_name)) uncounted.add(node.op_name);
      else float += elementwise(node);
    } else if (/int8$/.test(Object.keys(node.input_type_shape[0] ?? {}).join())) integer += 2 * products;
    else float += 2 * products;
  }
  return { float, integer, uncounted: [...uncounted] };
}

/** Bytes that each node reads or writes once: weights once for all requests of a batch. */
export function countTraffic(nodes: readonly NodeRun[]) {
  let [parameters, activations] = [0, 0];
  for (const { op_name: operator, ...bytes } of nodes) {
    const moved = Number(bytes.activation_size) + Number(bytes.output_size);
    const constant = Number(bytes.parameter_size);
    // Of a table, such as that of embeddings, only the rows are read that are looked up: no more than is written of them.
    parameters += operator.startsWith('Gather') ? Math.min(constant, moved) : constant;
    if (!IN_PLACE.test(operator)) activations += moved;
  }
  return { parameters, activations };
}

/** Multiplications, each with an addition; undefined for a node that is none of such. */
function productsOf({ op_name: operator, ...tensors }: NodeRun): number | undefined {
  const inputs = tensors.input_type_shape.map(shapeOf);
  const [first = [], second = []] = inputs;
  const result = shapeOf(tensors.output_type_shape[0]);
  const written = sizeOf(result);
  // Before the weights, that one has scale and zero point of its input.
  const filter = ((operator === 'QLinearConv' ? inputs[3] : second) ?? []).slice(1);
  // Each element of the result is as many products as a filter has weights: input channels of its group times its area.
  if (CONVOLUTION.test(operator)) return written * sizeOf(filter);
  // The other way round: each element of the input goes into so many of the result.
  if (operator === 'ConvTranspose') return sizeOf(first) * sizeOf(filter);
  if (MATRIX_PRODUCT.test(operator)) return written * (first.at(-1) ?? 1);
  // ONNX's own: queries, keys and values are of one rank. ONNX Runtime's operator of that name takes weights in their place.
  // Every query with every key, and what that weighs with every value: each as long as a query, and as a result.
  if (operator === 'Attention' && first.length === second.length)
    return (second.at(-2) ?? 0) * (sizeOf(first) + written);
  // Either matrix may be transposed: the length of a sum is what rows leave of the first.
  if (/Gemm$/.test(operator)) return (written * sizeOf(first)) / (result[0] ?? 1);
  return undefined;
}

/** One operation for each element: of the result, or of what is summed up in it. */
function elementwise({ op_name: operator, input_type_shape: inputs, output_type_shape: outputs }: NodeRun) {
  if (IN_PLACE.test(operator) || MOVING.test(operator)) return 0;
  return sizeOf(shapeOf((OVER_INPUT.test(operator) ? inputs : outputs)[0]));
}

function shapeOf(tensor: ShapedTensor = {}): readonly number[] {
  return Object.values(tensor)[0] ?? [];
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

/** What a model has to do for a request: arithmetic operations, and bytes that go to and from memory. */
import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { toRuntime } from '../../functions/inference/ensemble/runtime-tensors.ts';
import { elementCount, type Tensors } from '../../functions/inference/model/tensors.ts';

export interface ModelRun {
  /** Its file. */
  readonly model: string;
  readonly feeds: Tensors;
  /** To compute: a graph may have others, which this runtime cannot give. */
  readonly outputs: readonly string[];
}

type Shape = readonly number[];

/** A shape by its datatype, as ONNX Runtime names it: `{ float: [1, 3] }`. */
type ShapedTensor = Readonly<Record<string, Shape>>;

/**
 * What ONNX Runtime's profile says of a run of a node: the operator, its tensors, and bytes in digits, of weights and other
 * constants that it read, of everything else that it read, and of what it wrote.
 */
export type NodeRun = Readonly<
  Record<'op_name' | 'parameter_size' | 'activation_size' | 'output_size', string> &
    Record<'input_type_shape' | 'output_type_shape', readonly ShapedTensor[]>
>;

/** Multiplications, each with an addition, by the operator; undefined where shapes alone do not tell. */
const PRODUCTS: readonly (readonly [RegExp, (result: Shape, ...inputs: Shape[]) => number | undefined])[] = [
  // Each element of the result is as many products as a filter has weights: input channels of its group times its area.
  [/^(Fused)?Conv(Integer)?$/, (result, _, filters) => elementCount([...result, ...filters.slice(1)])],
  // Before the weights, it has scale and zero point of its input.
  [/^QLinearConv$/, (result, _0, _1, _2, filters) => elementCount([...result, ...filters.slice(1)])],
  // The other way round: each element of the input goes into so many of the result.
  [/^ConvTranspose$/, (_, input, filters) => elementCount([...input, ...filters.slice(1)])],
  [
    /^(Fused)?MatMul(Integer)?$|^QLinearMatMul$|^DynamicQuantizeMatMul$/,
    (result, first) => elementCount(result) * (first.at(-1) ?? 1),
  ],
  // Either matrix may be transposed: the length of a sum is what rows leave of the first.
  [/Gemm$/, (result, first) => (elementCount(result) * elementCount(first)) / (result[0] ?? 1)],
  // ONNX's own: queries, keys and values are of one rank. ONNX Runtime's operator of that name takes weights in their place.
  // Every query with every key, and what that weighs with every value: each as long as a query, and as a result.
  [
    /^Attention$/,
    (result, queries, keys) =>
      queries.length === keys.length
        ? (keys.at(-2) ?? 0) * (elementCount(queries) + elementCount(result))
        : undefined,
  ],
];
/** ONNX Runtime has these share memory with their input. */
const IN_PLACE = /^(Reshape|Flatten|Squeeze|Unsqueeze|Identity|Dropout)$/;
/** Nothing is calculated by these either: elements go elsewhere. */
const MOVING =
  /^(Transpose|Concat|Split|Slice|Gather.*|Scatter.*|Expand|Pad|Tile|Shape|Size|Constant|ConstantOfShape|Cast|CastLike|Range|DepthToSpace|SpaceToDepth)$/;
/** Their shapes do not tell their work. */
const UNCOUNTED =
  /^(LSTM|GRU|RNN|Einsum|.*Attention|DeformConv|TreeEnsemble.*|SVM.*|Linear(Classifier|Regressor)|DFT|STFT)$/;
/** One operation for each element that is summed up; of others, for each of the result. */
const OVER_INPUT = /^Reduce|Pool|^(Log)?Softmax$|^Arg(Max|Min)$|^TopK$/;

/** A session on one thread. */
export async function openModel(
  { model, feeds, outputs }: ModelRun,
  options: InferenceSession.SessionOptions,
) {
  const oneThread = { executionMode: 'sequential', intraOpNumThreads: 1, interOpNumThreads: 1 } as const;
  const session = await InferenceSession.create(model, { ...oneThread, ...options });
  const given = toRuntime(feeds);
  return { session, run: () => session.run(given, outputs) };
}

export type Work = Awaited<ReturnType<typeof countModel>>;

/** Operations as a model's file has them, and traffic of what is left to be moved once neighbours are fused. */
export async function countModel(modelRun: ModelRun) {
  const operations = countOperations(await runNodes(modelRun, 'disabled'));
  return { operations, traffic: countTraffic(await runNodes(modelRun, 'extended')) };
}

/**
 * Lists the nodes of a run with the shapes that really went through them: the shapes in a file may be unknown, those of ONNX
 * Runtime's own profile are not.
 *
 * @param graphOptimizationLevel `disabled`: the nodes of the file; `extended`: with neighbours fused
 */
export async function runNodes(modelRun: ModelRun, graphOptimizationLevel: 'disabled' | 'extended') {
  const folder = await mkdtempDisposable(join(tmpdir(), 'subsecond-roofline-'));
  try {
    const { session, run } = await openModel(modelRun, {
      graphOptimizationLevel,
      enableProfiling: true,
      profileFilePrefix: join(folder.path, 'profile'),
      // Weights that are packed beforehand are missing from the profile, with their shapes and their bytes.
      extra: { session: { disable_prepacking: '1' } },
    });
    await run();
    session.endProfiling();
    await session.release();
    const [file = ''] = await readdir(folder.path);
    const profile = await readFile(join(folder.path, file), 'utf8');
    const events: readonly { readonly cat: string; readonly args: NodeRun }[] = JSON.parse(profile);
    return events.flatMap(({ cat, args }) => (cat === 'Node' && args.input_type_shape ? args : []));
  } finally {
    await folder.remove();
  }
}

/** Arithmetic, and products of 8-bit integers for themselves: a multiplication with its addition counts as two. */
export function countOperations(nodes: readonly NodeRun[]) {
  const operations = { float: 0, integer: 0 };
  /** Operators that the counts are too low by. */
  const uncounted = new Set<string>();
  for (const { op_name: operator, ...tensors } of nodes) {
    const inputs = tensors.input_type_shape.map(shapeOf);
    const result = shapeOf(tensors.output_type_shape[0]);
    const [, count] = PRODUCTS.find(([operators]) => operators.test(operator)) ?? [];
    const products = count?.(result, ...inputs);
    const isInteger = /int8$/.test(Object.keys(tensors.input_type_shape[0] ?? {}).join());
    if (products !== undefined) operations[isInteger ? 'integer' : 'float'] += 2 * products;
    else if (UNCOUNTED.test(operator)) uncounted.add(operator);
    else if (!IN_PLACE.test(operator) && !MOVING.test(operator))
      operations.float += elementCount(OVER_INPUT.test(operator) ? (inputs[0] ?? []) : result);
  }
  return { ...operations, uncounted: [...uncounted] };
}

/** Bytes that each node reads or writes once: weights once for all requests of a batch. */
export function countTraffic(nodes: readonly NodeRun[]) {
  let [parameters, activations] = [0, 0];
  for (const { op_name: operator, ...bytes } of nodes) {
    const moved = Number(bytes.activation_size) + Number(bytes.output_size);
    const constant = Number(bytes.parameter_size);
    // A look-up reads only some rows of its table, and it writes as many bytes as it reads.
    parameters += operator.startsWith('Gather') ? Math.min(constant, moved) : constant;
    if (!IN_PLACE.test(operator)) activations += moved;
  }
  return { parameters, activations };
}

function shapeOf(tensor: ShapedTensor = {}): Shape {
  return Object.values(tensor)[0] ?? [];
}

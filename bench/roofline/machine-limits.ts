import { InferenceSession } from 'onnxruntime-node';
import { toRuntime } from '../../functions/inference/ensemble/runtime-tensors.ts';
import type { Tensor, Tensors } from '../../functions/inference/model/tensors.ts';
import { matrixModel } from './matrix-model.ts';

/** What one core of this machine can do at most. */
export interface MachineLimits {
  /** Operations a second with 32-bit floats, a multiplication with its addition counted as two. */
  readonly float: number;
  /** The same of 8-bit integers. */
  readonly integer: number;
  /** Bytes a second, read and written. */
  readonly bandwidth: number;
}

/** Rows of the matrices: arithmetic is their limit, and they are done in milliseconds. */
const ROWS = [256, 768];
/** What a product of matrices is asked for. */
const PRODUCT = ['c'];
const ATTEMPTS = 4;
/** More than any cache holds. */
const COPIED_BYTES = 64 * 2 ** 20;
/** Where other programs have the processor, a measurement may take so many times as long. */
const MOST_WAIT = 4;

/**
 * Measures the machine by what ONNX Runtime itself gets out of it: the best of several attempts, because others who use
 * the machine only take away from what it can do.
 * @param seconds of CPU time for each of the three
 */
export async function measureMachine(seconds: number): Promise<MachineLimits> {
  const float = matrixModel('MatMul', ['float', 'float', 'float']);
  const integer = matrixModel('MatMulInteger', ['uint8', 'int8', 'int32']);
  const source = new Float64Array(COPIED_BYTES / 8).fill(1);
  const target = new Float64Array(COPIED_BYTES / 8).fill(2);
  const limits = { float: 0, integer: 0, bandwidth: 0 };
  const each = seconds / (ATTEMPTS * ROWS.length);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    for (const rows of ROWS) {
      const operations = 2 * rows ** 3;
      const floats = matrix('FP32', rows, Float32Array);
      const given = { a: matrix('UINT8', rows, Uint8Array), b: matrix('INT8', rows, Int8Array) };
      const [floatSeconds, integerSeconds] = [
        await timeModel(float, { a: floats, b: floats }, PRODUCT, each),
        await timeModel(integer, given, PRODUCT, each),
      ];
      limits.float = Math.max(limits.float, operations / floatSeconds);
      limits.integer = Math.max(limits.integer, operations / integerSeconds);
    }
    const copySeconds = await timeRuns(() => target.set(source), seconds / ATTEMPTS);
    limits.bandwidth = Math.max(limits.bandwidth, (2 * COPIED_BYTES) / copySeconds);
  }
  return limits;
}

/** The better of each. */
export function bestOf(first: MachineLimits, second: MachineLimits): MachineLimits {
  return {
    float: Math.max(first.float, second.float),
    integer: Math.max(first.integer, second.integer),
    bandwidth: Math.max(first.bandwidth, second.bandwidth),
  };
}

function matrix(
  datatype: 'FP32' | 'UINT8' | 'INT8',
  rows: number,
  elements: new (length: number) => Float32Array | Uint8Array | Int8Array,
): Tensor {
  return { datatype, shape: [rows, rows], data: new elements(rows ** 2).fill(1) } as Tensor;
}

/** Seconds of CPU time that a run of a model takes on one thread, with the settings of the service. */
export async function timeModel(
  model: Uint8Array,
  feeds: Tensors,
  outputs: readonly string[],
  seconds: number,
): Promise<number> {
  const session = await InferenceSession.create(model, {
    graphOptimizationLevel: 'all',
    executionMode: 'sequential',
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const given = toRuntime(feeds);
  // The first allocates memory, the second shows what a run takes.
  for (let run = 0; run < 2; run += 1) await session.run(given, outputs);
  const each = await timeRuns(() => session.run(given, outputs), seconds);
  await session.release();
  return each;
}

/**
 * CPU time of a run, as the mean of as many as fit: that of other programs is not in it, and it is counted in steps of
 * milliseconds on some machines.
 */
async function timeRuns(run: () => unknown, seconds: number): Promise<number> {
  const cpu = process.threadCpuUsage();
  const end = performance.now() + MOST_WAIT * seconds * 1000;
  for (let runs = 1; ; runs += 1) {
    await run();
    const { user, system } = process.threadCpuUsage(cpu);
    const used = (user + system) / 1e6;
    if (used > 0 && (used >= seconds || performance.now() > end)) return used / runs;
  }
}

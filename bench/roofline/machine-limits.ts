/** What one core of this machine can do at most, by what ONNX Runtime itself gets out of it. */
import { join } from 'node:path';
import { ARRAYS, type Tensor } from '../../functions/inference/model/tensors.ts';
import { type ModelRun, openModel, type Work } from './count.ts';

export interface MachineLimits {
  /** Operations a second with 32-bit floats, a multiplication with its addition counted as two. */
  readonly float: number;
  /** The same of 8-bit integers. */
  readonly integer: number;
  /** Bytes a second, read and written. */
  readonly bandwidth: number;
}

/**
 * Datatypes of square matrices of any size, `a` and `b`, which `float.onnx` multiplies into `c` by `MatMul`, and `integer.onnx` by
 * `MatMulInteger` into INT32: in the words of Python's `onnx.helper`, a graph of `make_node(operator, ['a', 'b'], ['c'])` with
 * tensors of the shape `['n', 'n']`, IR version 8, opset 13.
 */
const FACTORS = { float: ['FP32', 'FP32'], integer: ['UINT8', 'INT8'] } as const;

/** Rows of the matrices: arithmetic is their limit, and they are done in milliseconds. */
const ROWS = [256, 768];
const ATTEMPTS = 4;
/** More than any cache holds. */
const COPIED_BYTES = 64 * 2 ** 20;
/** Where other programs have the processor, a measurement may take so many times as long. */
const MOST_WAIT = 4;

/**
 * The best of several attempts, because others who use the machine only take away from what it can do.
 * @param seconds of CPU time for each of the three
 * @param known what it could do at another time
 */
export async function measureMachine(seconds: number, known?: MachineLimits): Promise<MachineLimits> {
  const source = new Float64Array(COPIED_BYTES / 8).fill(1);
  const target = new Float64Array(COPIED_BYTES / 8).fill(2);
  const limits = { float: 0, integer: 0, bandwidth: 0, ...known };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    for (const rows of ROWS) {
      for (const kind of ['float', 'integer'] as const) {
        const taken = await timeModel(matrixProduct(kind, rows), seconds / (ATTEMPTS * ROWS.length));
        limits[kind] = Math.max(limits[kind], (2 * rows ** 3) / taken);
      }
    }
    const copying = await timeRuns(() => target.set(source), seconds / ATTEMPTS);
    limits.bandwidth = Math.max(limits.bandwidth, (2 * COPIED_BYTES) / copying);
  }
  return limits;
}

/** Multiplies matrices of ones: one matrix by itself where datatypes are the same, which leaves more of the cache. */
export function matrixProduct(kind: keyof typeof FACTORS, rows: number): ModelRun {
  const [a, b] = FACTORS[kind];
  const ones = (datatype: typeof a | typeof b) =>
    ({ datatype, shape: [rows, rows], data: new ARRAYS[datatype](rows ** 2).fill(1) }) as Tensor;
  const first = ones(a);
  const feeds = { a: first, b: a === b ? first : ones(b) };
  return { model: join(import.meta.dirname, `${kind}.onnx`), feeds, outputs: ['c'] };
}

/** Seconds of CPU time that a run takes with the settings of the service. */
export async function timeModel(modelRun: ModelRun, seconds: number): Promise<number> {
  const { session, run } = await openModel(modelRun, { graphOptimizationLevel: 'all' });
  // The first allocates memory, the second shows what a run takes.
  for (let runs = 0; runs < 2; runs += 1) await run();
  const each = await timeRuns(run, seconds);
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

/**
 * The least time that a machine takes: that of the arithmetic or of the way to memory, whichever is longer (Williams, Waterman
 * and Patterson, "Roofline: An Insightful Visual Performance Model", 2009).
 */
export function roofSeconds({ operations, traffic }: Work, limits: MachineLimits): number {
  const computing = operations.float / limits.float + operations.integer / limits.integer;
  return Math.max(computing, (traffic.parameters + traffic.activations) / limits.bandwidth);
}

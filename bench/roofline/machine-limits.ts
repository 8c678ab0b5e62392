import { InferenceSession } from 'onnxruntime-node';
import { toRuntime } from '../../functions/inference/ensemble/runtime-tensors.ts';
import type { Tensor, Tensors } from '../../functions/inference/model/tensors.ts';
import type { Work } from './count.ts';

/** What one core of this machine can do at most. */
export interface MachineLimits {
  /** Operations a second with 32-bit floats, a multiplication with its addition counted as two. */
  readonly float: number;
  /** The same of 8-bit integers. */
  readonly integer: number;
  /** Bytes a second, read and written. */
  readonly bandwidth: number;
}

/**
 * ONNX models that multiply square matrices of any size, `a` and `b`, into `c`: in the words of Python's `onnx.helper`, a
 * graph of `make_node(operator, ['a', 'b'], ['c'])` with tensors of the shape `['n', 'n']`, IR version 8, opset 13.
 */
export const MATRIX_PRODUCTS = {
  /** `MatMul` of 32-bit floats. */
  float: Buffer.from(
    'CAg6YQoRCgFhCgFiEgFjIgZNYXRNdWwSB3Byb2R1Y3RaFQoBYRIQCg4IARIKCgMSAW4KAxIBbloVCgFiEhAKDggBEgoKAxIBbgoDEgFuYhUKAWMSEAoOCAESCgoDEgFuCgMSAW5CAhAN',
    'base64',
  ),
  /** `MatMulInteger` of UINT8 by INT8 into INT32. */
  integer: Buffer.from(
    'CAg6aAoYCgFhCgFiEgFjIg1NYXRNdWxJbnRlZ2VyEgdwcm9kdWN0WhUKAWESEAoOCAISCgoDEgFuCgMSAW5aFQoBYhIQCg4IAxIKCgMSAW4KAxIBbmIVCgFjEhAKDggGEgoKAxIBbgoDEgFuQgIQDQ==',
    'base64',
  ),
} as const;

/** Rows of the matrices: arithmetic is their limit, and they are done in milliseconds. */
const ROWS = [256, 768];
const ATTEMPTS = 4;
/** More than any cache holds. */
const COPIED_BYTES = 64 * 2 ** 20;
/** Where other programs have the processor, a measurement may take so many times as long. */
const MOST_WAIT = 4;

/**
 * Measures the machine by what ONNX Runtime itself gets out of it: the best of several attempts, because others who use
 * the machine only take away from what it can do.
 * @param seconds of CPU time for each of the three
 * @param known what it could do at another time
 */
export async function measureMachine(seconds: number, known?: MachineLimits): Promise<MachineLimits> {
  const source = new Float64Array(COPIED_BYTES / 8).fill(1);
  const target = new Float64Array(COPIED_BYTES / 8).fill(2);
  const limits = { float: 0, integer: 0, bandwidth: 0, ...known };
  const each = seconds / (ATTEMPTS * ROWS.length);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    for (const rows of ROWS) {
      const [size, shape] = [rows ** 2, [rows, rows]];
      const floats: Tensor = { datatype: 'FP32', shape, data: new Float32Array(size).fill(1) };
      const bytes: Tensor = { datatype: 'UINT8', shape, data: new Uint8Array(size).fill(1) };
      const weights: Tensor = { datatype: 'INT8', shape, data: new Int8Array(size).fill(1) };
      for (const [kind, a, b] of [
        ['float', floats, floats],
        ['integer', bytes, weights],
      ] as const) {
        const taken = await timeModel(MATRIX_PRODUCTS[kind], { a, b }, ['c'], each);
        limits[kind] = Math.max(limits[kind], (2 * rows ** 3) / taken);
      }
    }
    const copying = await timeRuns(() => target.set(source), seconds / ATTEMPTS);
    limits.bandwidth = Math.max(limits.bandwidth, (2 * COPIED_BYTES) / copying);
  }
  return limits;
}

/** Seconds of CPU time that a run of a model takes on one thread, with the settings of the service. */
export async function timeModel(
  model: string | Uint8Array,
  feeds: Tensors,
  outputs: readonly string[],
  seconds: number,
): Promise<number> {
  const session = await InferenceSession.create(model as string, {
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

/**
 * The least time that a machine takes: that of the arithmetic or of the way to memory, whichever is longer (Williams, Waterman
 * and Patterson, "Roofline: An Insightful Visual Performance Model", 2009).
 */
export function roofSeconds({ operations, traffic }: Work, limits: MachineLimits): number {
  const computing = operations.float / limits.float + operations.integer / limits.integer;
  return Math.max(computing, (traffic.parameters + traffic.activations) / limits.bandwidth);
}

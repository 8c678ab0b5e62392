/** What a model has to do for a request. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { toRuntime } from '../../functions/inference/ensemble/runtime-tensors.ts';
import type { Tensors } from '../../functions/inference/model/tensors.ts';
import { countOperations, countTraffic, type NodeRun, type ShapedTensor } from './count.ts';

/** An entry of ONNX Runtime's profile, as far as it is read. */
interface ProfileEvent {
  cat: string;
  args: {
    op_name: string;
    input_type_shape: Record<string, number[]>[];
    output_type_shape: Record<string, number[]>[];
    parameter_size: string;
    activation_size: string;
    output_size: string;
  };
}

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
    const events = JSON.parse(await readFile(join(folder, file), 'utf8')) as ProfileEvent[];
    return events
      .filter(({ cat, args }) => cat === 'Node' && args.input_type_shape)
      .map(({ args }) => ({
        operator: args.op_name,
        inputs: args.input_type_shape.map(tensorOf),
        outputs: args.output_type_shape.map(tensorOf),
        parameterBytes: Number(args.parameter_size),
        activationBytes: Number(args.activation_size) + Number(args.output_size),
      }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tensorOf(described: Record<string, number[]>): ShapedTensor {
  const [[type, shape] = ['', []]] = Object.entries(described);
  return { type, shape };
}

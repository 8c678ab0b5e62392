/** What a model has to do for a request. */
import type { Tensors } from '../../functions/inference/model/tensors.ts';
import { countOperations, countTraffic, type Operations, type Traffic } from './count.ts';
import { runNodes } from './node-runs.ts';

/** Operations as a model's file or bytes have them, and traffic of what is left to be moved once neighbours are fused. */
export async function countModel(
  model: string | Uint8Array,
  feeds: Tensors,
  outputs: readonly string[],
): Promise<{ readonly operations: Operations; readonly traffic: Traffic }> {
  const operations = countOperations(await runNodes(model, feeds, outputs, 'disabled'));
  return { operations, traffic: countTraffic(await runNodes(model, feeds, outputs, 'extended')) };
}

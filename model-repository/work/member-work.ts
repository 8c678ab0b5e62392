/** What each member has to do for a request: `operations` and `bytesMoved` of `ensemble.json`. */
import path from 'node:path';
import * as v from 'valibot';
import type { Manifest } from '../../functions/inference/model/manifest.ts';
import type { Tensors } from '../../functions/inference/model/tensors.ts';
import type { Pipeline } from '../../functions/inference/pipelines/pipeline.ts';
import { countOperations, countTraffic, type Operations, type Traffic } from './count.ts';
import { runNodes } from './node-runs.ts';

/** Predictions do not need these: they describe a member. */
export const WorkSchema = v.looseObject({
  members: v.array(
    v.looseObject({
      /** Arithmetic for a blank request, a multiplication with its addition counted as two. */
      operations: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
      /** Bytes of weights, and of every tensor that a node reads or writes, for the same. */
      bytesMoved: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    }),
  ),
});

export interface MemberWork {
  /** Left out where there are operators whose work their shapes do not tell. */
  readonly operations?: number;
  readonly bytesMoved: number;
}

/** Operations as a model's file or bytes have them, and traffic of what is left to be moved once neighbours are fused. */
export async function countModel(
  model: string | Uint8Array,
  feeds: Tensors,
  outputs: readonly string[],
): Promise<{ readonly operations: Operations; readonly traffic: Traffic }> {
  const operations = countOperations(await runNodes(model, feeds, outputs, 'disabled'));
  return { operations, traffic: countTraffic(await runNodes(model, feeds, outputs, 'extended')) };
}

/** Counts every member of a model on a blank request, in the manifest's order. */
export async function countMembers(
  directory: string,
  { members }: Pick<Manifest, 'members'>,
  pipeline: Pipeline,
): Promise<MemberWork[]> {
  const feeds = pipeline.blank();
  const works: MemberWork[] = [];
  for (const [index, { file }] of members.entries()) {
    const counted = await countModel(
      path.join(directory, file),
      await feeds(index),
      pipeline.outputsOf(index),
    );
    const { float, integer, uncounted } = counted.operations;
    const { parameters, activations } = counted.traffic;
    works.push({
      ...(uncounted.length === 0 && { operations: float + integer }),
      bytesMoved: parameters + activations,
    });
  }
  return works;
}

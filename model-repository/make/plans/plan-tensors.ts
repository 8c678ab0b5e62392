/** Plans models of the pipeline `tensor`. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { ModelError } from '../../../functions/inference/model/model-error.ts';
import { describeValues, sizeOf } from '../../../functions/inference/pipelines/pipeline.ts';
import { ONE_MEMBER, tensor } from '../../../functions/inference/pipelines/tensor/pipeline.ts';
import { takesTokens } from '../../../functions/inference/pipelines/text/format.ts';
import { UsageError } from '../../../project/usage-error.ts';
import { TOKENIZER } from '../../exported-folder.ts';
import { kindOf } from '../../kinds.ts';
import type { ModelOptions } from '../model-options.ts';
import { givesMap, givesOneScore } from './picture-graphs.ts';
import { type LoadedModel, type Planner, zipMapHint } from './planner.ts';

/** Sizes to try for open dimensions except the batch, because not every graph works with 1. */
const SIZES = [1, 2, 8, 16, 32, 64, 128, 224, 256];

const KNOWN_OUTPUTS = 'docs/texts.md lists the known outputs; for others, give --pipeline and --output';

const ONE_SCORE =
  'it gives one score per picture, as a sigmoid does, so its tensors are served; to serve a classifier, export two scores, in Keras ' +
  'with layers.Concatenate()([1 - score, score]), and give two labels with --labels';

const MAP =
  'it gives a map of a picture, as models of segmentation, text detection or depth do, which have no pipeline here: its tensors are ' +
  'served as they are';

const UNKNOWN = 'its inputs and outputs are those of no other pipeline: its tensors are served as they are';

/** Notes that tell people why no pipeline but `tensor` serves a model. */
function whatItIs(model: LoadedModel, { pipeline }: ModelOptions): string[] {
  const { folder, graph } = model;
  const kind = kindOf(folder, graph);
  if (kind?.pipelines.length === 0) {
    return [`it is ${kind.is}, which has no pipeline here: its tensors are served as they are`];
  }
  if (pipeline !== undefined) return [];
  if (givesOneScore(model)) return [ONE_SCORE];
  if (givesMap(model)) return [MAP];
  if (!takesTokens(graph)) return [UNKNOWN];
  return existsSync(path.join(folder, TOKENIZER))
    ? [`it takes tokens, but none of its outputs is known here: ${KNOWN_OUTPUTS}`]
    : [`it takes tokens; to send texts, put its ${TOKENIZER} into the same folder: ${KNOWN_OUTPUTS}`];
}

export const tensorPlanner: Planner = {
  pipeline: tensor.name,
  options: ['output', 'shape'],
  fits: () => true,
  async plan(models, _labels, options) {
    const [model, ...others] = models as [LoadedModel, ...LoadedModel[]];
    if (others.length > 0) throw new UsageError(ONE_MEMBER);
    const { graph } = model;
    const tensors = graph.outputs.filter(({ datatype }) => datatype !== undefined);
    const outputs = options.output?.split(',') ?? tensors.map(({ name }) => name);
    const { shapes, failure } = await findShapes(model, outputs, options.shape ?? {});
    const left = graph.outputs.filter(({ name }) => !outputs.includes(name));
    return {
      fields: [{ outputs, ...(Object.keys(shapes).length > 0 && { shapes }) }],
      contracts: ['open-inference', 'predictions'],
      notes: [
        ...(left.length === 0 ? [] : [`left out: ${describeValues(left)}${zipMapHint([graph])}`]),
        ...whatItIs(model, options),
        ...(failure === undefined ? [] : [failure]),
      ],
    };
  },
};

type Shapes = NonNullable<ModelOptions['shape']>;

/** Finds shapes that work: given ones, or 1 for an open first dimension and each of `SIZES` in turn for other open ones. */
async function findShapes(
  { graph, member }: LoadedModel,
  outputs: string[],
  given: Shapes,
): Promise<{ shapes: Shapes; failure?: string }> {
  const { file, inputs } = graph;
  const openInputs = inputs.filter(
    ({ name, shape }) => !given[name] && shape.slice(1).some((size) => sizeOf(size) === undefined),
  );
  let failure: Error | undefined;
  for (const size of openInputs.length === 0 ? [1] : SIZES) {
    const filled = openInputs.map(({ name, shape }) => {
      return [name, shape.map((dimension, axis) => sizeOf(dimension) ?? (axis === 0 ? 1 : size))];
    });
    const shapes: Shapes = { ...given, ...Object.fromEntries(filled) };
    try {
      const pipeline = await tensor.open({ outputs, shapes }, '.', [graph]);
      for (const part of await pipeline.blank()(0)) await member.run(part, pipeline.outputsOf(0));
      return { shapes };
    } catch (error) {
      if (error instanceof ModelError) throw new UsageError(error.message);
      failure ??= error as Error;
    }
  }
  const reason = `fails on zeros: ${failure?.message.split('\n', 1)[0]}`;
  // If the user gave shapes, the failure is an error, because they are probably wrong. Otherwise, the failure is only a note.
  if (Object.keys(given).length > 0) {
    throw new ModelError(`${file} takes ${describeValues(inputs)} and ${reason}`);
  }
  const remedy = openInputs[0]
    ? `: set the sizes of the input "${openInputs[0].name}" with --shape ${openInputs[0].name}=…`
    : '';
  const warning = `it ${reason}; it starts without a warm-up, so its first requests are slower${remedy}`;
  return { shapes: given, failure: warning };
}

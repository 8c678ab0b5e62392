/** What `ensemble.json` says of a model of named tensors. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jsonInferRequest } from '../../functions/inference/contracts/open-inference/examples.ts';
import { ModelError } from '../../functions/inference/model/model-error.ts';
import { describePlaces, type Graph, sizeOf } from '../../functions/inference/pipelines/pipeline.ts';
import { isAveraged, tensor } from '../../functions/inference/pipelines/tensor/pipeline.ts';
import { takesTokens } from '../../functions/inference/pipelines/text/format.ts';
import { TOKENIZER } from '../exported-folder.ts';
import { kindOf } from '../kinds.ts';
import { RepositoryError, wrongUsage } from '../repository-error.ts';
import { givesOneScore } from './picture-graphs.ts';
import { type LoadedModel, type Planner, zipMapHint } from './planner.ts';
import type { ModelOptions } from './read-model-options.ts';
import type { TriedModel } from './try-model.ts';

/** Tried one after the other for dimensions that are open, the batch aside: not every graph takes one. */
const SIZES = [1, 2, 8, 16, 32, 64, 128, 224, 256];

const KNOWN_OUTPUTS = 'docs/texts.md says which outputs are known, and --pipeline and --output name others';

const ONE_SCORE =
  'it gives a picture one score, as of a sigmoid, so that its tensors are served: with a score for each of two labels, in Keras ' +
  'layers.Concatenate()([1 - score, score]), it is served with --labels as a classifier';

/** What people should know of a model whose texts, pictures or sounds are not understood here. */
function whatItIs(model: LoadedModel, { pipeline }: ModelOptions): string[] {
  const { folder, graph } = model;
  const kind = kindOf(folder, graph);
  if (kind?.pipelines.length === 0) {
    return [`it is ${kind.is}, which has no pipeline here: its tensors are served as they are`];
  }
  if (pipeline !== undefined) return [];
  if (givesOneScore(model)) return [ONE_SCORE];
  if (!takesTokens(graph)) return [];
  return existsSync(path.join(folder, TOKENIZER))
    ? [`it takes tokens, and gives no output that is known: ${KNOWN_OUTPUTS}`]
    : [`it takes tokens: with its ${TOKENIZER} in the same folder, it takes texts; ${KNOWN_OUTPUTS}`];
}

export const tensorPlanner: Planner = {
  pipeline: tensor.name,
  fits: () => true,
  async plan(models, labels, options) {
    const { graph } = models[0]!;
    const outputs = outputsFor(graph, models.length > 1, options);
    const shapes = await findShapes(models, outputs, options.shape ?? {});
    const left = graph.outputs.filter(({ name }) => !outputs.includes(name));
    return {
      fields: models.map(() => ({ outputs, ...(Object.keys(shapes).length > 0 && { shapes }) })),
      contracts: ['open-inference', 'predictions'],
      ...(labels && { labels }),
      notes: [
        ...(left.length === 0 ? [] : [`left out: ${describePlaces(left)}${zipMapHint([graph])}`]),
        ...whatItIs(models[0]!, options),
      ],
    };
  },
};

/** Every output that is a tensor; of several members, those that have a mean. */
function outputsFor(graph: Graph, several: boolean, { output: named }: ModelOptions): string[] {
  const outputs = graph.outputs.filter(({ name, datatype }) =>
    named === undefined
      ? datatype !== undefined && (!several || isAveraged(datatype))
      : named.split(',').includes(name),
  );
  if (outputs.length > 0) return outputs.map(({ name }) => name);
  const wanted = named === undefined ? 'none of them is a tensor that can be given' : `no "${named}"`;
  throw wrongUsage(`${graph.file} gives ${describePlaces(graph.outputs)}: ${wanted}${zipMapHint([graph])}`);
}

type Shapes = NonNullable<ModelOptions['shape']>;

/** Shapes that the models take, where they leave some open and do not take one everywhere. */
async function findShapes(models: readonly LoadedModel[], outputs: string[], told: Shapes): Promise<Shapes> {
  const graphs = models.map(({ graph }) => graph);
  const { file, inputs } = graphs[0]!;
  const untold = inputs.filter(
    ({ name, shape }) => !told[name] && shape.slice(1).some((size) => sizeOf(size) === undefined),
  );
  let failure: Error | undefined;
  for (const size of untold.length === 0 ? [1] : SIZES) {
    const filled = untold.map(({ name, shape }) => {
      return [name, shape.map((dimension, axis) => sizeOf(dimension) ?? (axis === 0 ? 1 : size))];
    });
    const shapes: Shapes = { ...told, ...Object.fromEntries(filled) };
    try {
      const pipeline = await tensor.open({ outputs, shapes }, '.', graphs);
      const blank = pipeline.blank();
      for (const [index, { member }] of models.entries()) {
        for (const part of await blank(index)) await member.run(part, pipeline.outputsOf(index));
      }
      return shapes;
    } catch (error) {
      if (error instanceof ModelError) throw wrongUsage(error.message);
      failure ??= error as Error;
    }
  }
  const hint = untold[0] ? `; say which shapes it takes, by --shape ${untold[0].name}=…` : '';
  throw new RepositoryError(
    `${file} takes ${describePlaces(inputs)} and fails on zeros: ${failure?.message.split('\n', 1)[0]}${hint}`,
  );
}

const FILE = 'zeros.json';
/** Larger requests are made of files by programs, not read by people. */
const MOST_ELEMENTS = 100_000;

/** Gives load tests something to send. @returns false where there are samples already, or zeros would be too many */
export async function writeTensorSample({ directory, ensemble, info }: TriedModel): Promise<boolean> {
  const folder = path.join(directory, 'samples');
  const [part = {}] = await ensemble.pipeline.blank()(0);
  const inputs = Object.entries(part).map(([name, given]) => ({ name, ...given }));
  const zeros = jsonInferRequest({ ...info, tensors: { ...info.tensors, inputs } }, MOST_ELEMENTS);
  if (existsSync(folder) || !zeros) return false;
  await mkdir(folder);
  await writeFile(path.join(folder, FILE), `${JSON.stringify(zeros)}\n`);
  const list = [{ file: FILE, shown: 'zeros' }];
  await writeFile(path.join(folder, 'labels.json'), `${JSON.stringify(list, undefined, 2)}\n`);
  return true;
}

/** What `ensemble.json` says of a model of named tensors. */

import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ModelError } from '../../functions/inference/model/model-error.ts';
import { jsonZero } from '../../functions/inference/model/tensors.ts';
import type { Graph, Pipeline } from '../../functions/inference/pipelines/pipeline.ts';
import { isAveraged, tensor } from '../../functions/inference/pipelines/tensor/pipeline.ts';
import { takesTokens } from '../../functions/inference/pipelines/text/format.ts';
import { RepositoryError, wrongUsage } from '../repository-error.ts';
import {
  describePlaces,
  type LoadedModel,
  type PipelinePlan,
  type Planner,
  sizeOf,
  zipMapHint,
} from './planner.ts';
import type { ModelOptions } from './read-model-options.ts';
import type { TriedModel } from './try-model.ts';

/** Tried one after the other for dimensions that are open, the batch aside: not every graph takes one. */
const SIZES = [1, 2, 8, 16, 32, 64, 128, 224, 256];

const TOKENS_HINT =
  'it takes tokens: with its tokenizer.json in the same folder, it takes texts; docs/texts.md says which outputs are known, ' +
  'and --pipeline and --output name others';

export const tensorPlanner: Planner = {
  pipeline: tensor.name,
  fits: () => true,
  plan: planTensors,
};

/** @throws {RepositoryError} saying what the graphs take and give, and what they cannot do */
async function planTensors(
  models: readonly LoadedModel[],
  labels: readonly string[] | undefined,
  options: ModelOptions,
): Promise<PipelinePlan> {
  const graphs = models.map(({ member, source }) => ({ ...member.graph, file: source }));
  const [graph] = graphs as [Graph];
  const outputs = outputsFor(graph, models.length > 1, options);
  const shapes = await findShapes(models, graphs, outputs, options);
  const left = graph.outputs.filter(({ name }) => !outputs.includes(name));
  return {
    fields: models.map(() => ({ outputs, ...(Object.keys(shapes).length > 0 && { shapes }) })),
    contracts: ['open-inference', 'predictions'],
    ...(labels && { labels }),
    notes: [
      ...(left.length === 0 ? [] : [`left out: ${describePlaces(left)}${zipMapHint(graph)}`]),
      ...(takesTokens(graph) ? [TOKENS_HINT] : []),
    ],
  };
}

/** Every output that is a tensor; of several members, those that have a mean. */
function outputsFor(graph: Graph, several: boolean, { output }: ModelOptions): string[] {
  const outputs = graph.outputs
    .filter(({ name, datatype }) =>
      output.name === undefined
        ? datatype !== undefined && (!several || isAveraged(datatype))
        : output.name.split(',').includes(name),
    )
    .map(({ name }) => name);
  if (outputs.length > 0) return outputs;
  const wanted =
    output.name === undefined ? 'none of them is a tensor that can be given' : `no "${output.name}"`;
  throw wrongUsage(`${graph.file} gives ${describePlaces(graph.outputs)}: ${wanted}${zipMapHint(graph)}`);
}

/** Shapes that the models take, where they leave some open and do not take one everywhere. */
async function findShapes(
  models: readonly LoadedModel[],
  graphs: readonly Graph[],
  outputs: readonly string[],
  { shapes: told = {} }: ModelOptions,
): Promise<Readonly<Record<string, readonly number[]>>> {
  const { inputs } = graphs[0] as Graph;
  const open = inputs.filter(({ shape }) => shape.slice(1).some((size) => sizeOf(size) === undefined));
  const isTold = open.every(({ name }) => told[name] !== undefined);
  let failure: Error | undefined;
  for (const size of open.length === 0 || isTold ? [1] : SIZES) {
    const filled = open.map(({ name, shape }) => [
      name,
      told[name] ?? shape.map((dimension, axis) => sizeOf(dimension) ?? (axis === 0 ? 1 : size)),
    ]);
    const shapes = { ...told, ...Object.fromEntries(filled) } as Record<string, number[]>;
    try {
      await runBlank(await tensor.open({ outputs, shapes }, '.', graphs), models);
      return shapes;
    } catch (error) {
      if (error instanceof ModelError)
        throw new RepositoryError(error.message, { exitCode: 2, cause: error });
      failure ??= error as Error;
    }
  }
  const hint = open.length > 0 && !isTold ? `; say which shapes it takes, by --shape ${open[0]?.name}=…` : '';
  throw new RepositoryError(
    `${graphs[0]?.file} takes ${describePlaces(inputs)} and fails on zeros: ` +
      `${failure?.message.split('\n', 1)[0]}${hint}`,
  );
}

async function runBlank(pipeline: Pipeline, models: readonly LoadedModel[]): Promise<void> {
  const blank = pipeline.blank();
  for (const [index, { member }] of models.entries()) {
    for (const part of await blank(index)) await member.run(part, pipeline.outputsOf(index));
  }
}

const FILE = 'zeros.json';
/** Larger requests are made of files by programs, not read by people. */
const MOST_ELEMENTS = 100_000;

/**
 * Writes a sample without a label into a model's folder that has no samples, so that load tests have something to send.
 *
 * @returns false where there are samples already, or zeros would be too many
 */
export async function writeTensorSample(directory: string, { model }: TriedModel): Promise<boolean> {
  const folder = path.join(directory, 'samples');
  const [part = {}] = await model.ensemble.pipeline.blank()(0);
  const blank = Object.entries(part);
  const elements = blank.reduce((sum, [, { data }]) => sum + data.length, 0);
  if (existsSync(folder) || elements > MOST_ELEMENTS) return false;
  const inputs = blank.map(([name, { datatype, shape, data }]) => {
    return { name, datatype, shape, data: new Array(data.length).fill(jsonZero(datatype)) };
  });
  await mkdir(folder);
  await writeFile(path.join(folder, FILE), `${JSON.stringify({ inputs })}\n`);
  const list = [{ file: FILE, shown: 'zeros' }];
  await writeFile(path.join(folder, 'labels.json'), `${JSON.stringify(list, undefined, 2)}\n`);
  return true;
}

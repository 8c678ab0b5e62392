/** What `ensemble.json` says of a classifier of pictures: everything, so that nothing is left to be guessed later. */

import { ModelError } from '../../functions/inference/model/model-error.ts';
import { checkFields } from '../../functions/inference/pipelines/define-pipeline.ts';
import {
  ImageLabelsSchema,
  type InputEntry,
  type OutputEntry,
} from '../../functions/inference/pipelines/image-classification/manifest.ts';
import {
  type MemberFormat,
  resolveFormat,
  SCORE_TYPES,
} from '../../functions/inference/pipelines/image-classification/member-format.ts';
import { imageClassification } from '../../functions/inference/pipelines/image-classification/pipeline.ts';
import { RepositoryError, wrongUsage } from '../repository-error.ts';
import { numberedLabels } from './describe-model.ts';
import { classifiesPictures, type ProbedModel, probeScores } from './picture-graphs.ts';
import { type LoadedModel, type PipelinePlan, type Planner, sizeOf, zipMapHint } from './planner.ts';
import type { ModelOptions } from './read-model-options.ts';

export const imageClassificationPlanner: Planner = {
  pipeline: imageClassification.name,
  fits: ({ member: { graph } }, options) => classifiesPictures(options, graph),
  plan: planPictures,
};

/** @throws {RepositoryError} saying all that is wrong with all models */
async function planPictures(
  models: readonly LoadedModel[],
  given: readonly string[] | undefined,
  options: ModelOptions,
): Promise<PipelinePlan> {
  const { input, output } = checkFields(
    ImageLabelsSchema,
    { input: options.input, output: options.output, labels: { file: 'labels.txt' }, members: [] },
    '.',
  );
  const count = given?.length ?? (await countScores(models[0] as LoadedModel, input, output));
  const labels = given ?? numberedLabels(count);
  const probed: ProbedModel[] = [];
  for (const [index, format] of resolveAll(models, input, output, count).entries()) {
    const one = await probeScores(models[index] as LoadedModel, format);
    if (one.count !== count) {
      throw new RepositoryError(`${one.source} gives ${one.count} scores for ${count} labels`);
    }
    probed.push(one);
  }
  return {
    fields: probed.map(({ format, scores }) => ({
      input: { ...inputEntry(format), maxPixels: input.maxPixels },
      output: { name: format.output, scores: options.output.scores ?? scores },
    })),
    labels,
    contracts: ['predictions'],
    notes: notesOn(probed, given, options),
  };
}

function resolveAll(
  models: readonly LoadedModel[],
  input: InputEntry,
  output: OutputEntry,
  count: number,
): MemberFormat[] {
  const wrong: string[] = [];
  const formats = models.flatMap(({ member, source }) => {
    try {
      return [resolveFormat({ ...member.graph, file: source }, input, output, count)];
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      wrong.push(`${error.message}${zipMapHint(member.graph)}`);
      return [];
    }
  });
  if (wrong.length > 0) throw wrongUsage(wrong.join('\n'));
  return formats;
}

/** How many scores a model gives: what its graph says, or what comes out. */
async function countScores(model: LoadedModel, input: InputEntry, output: OutputEntry): Promise<number> {
  const { outputs } = model.member.graph;
  const counts = outputs
    .filter(({ name, datatype }) => SCORE_TYPES.includes(datatype) && (output.name ?? name) === name)
    .map(({ shape }) =>
      shape.slice(1).reduce<number>((product, size) => product * (sizeOf(size) ?? Number.NaN), 1),
    );
  if (counts.length === 1 && Number.isFinite(counts[0])) return counts[0] as number;
  const [format] = resolveAll([model], input, output, counts.find(Number.isFinite) ?? 1);
  return (await probeScores(model, format as MemberFormat)).count;
}

function inputEntry(format: MemberFormat): Omit<InputEntry, 'maxPixels'> {
  const { input, picture, order, planar, scale, mean, deviation } = format;
  const together = (values: readonly number[]) =>
    values.every((value) => value === values[0]) ? (values[0] as number) : [...values];
  return {
    name: input,
    width: picture.width,
    height: picture.height,
    colour: picture.colour === 'grey' ? 'grey' : order,
    layout: planar ? 'nchw' : 'nhwc',
    fit: picture.fit,
    background: picture.background,
    scale,
    mean: together(mean),
    deviation: together(deviation),
  };
}

function notesOn(
  probed: readonly ProbedModel[],
  given: readonly string[] | undefined,
  { input, output }: ModelOptions,
): string[] {
  const notes: string[] = [];
  if (!given) {
    notes.push(`no labels are given, so they are 0 to ${probed[0]!.count - 1}: set them with --labels`);
  } else if (new Set(given).size < given.length) {
    notes.push('some labels occur twice');
  }
  if (input.mean === undefined && input.scale === undefined && probed[0]?.format.datatype !== 'UINT8') {
    notes.push(
      'pixels are scaled to 0 to 1: if the model was trained on other values, set --mean and --std ' +
        '(torchvision: --mean 0.485,0.456,0.406 --std 0.229,0.224,0.225)',
    );
  }
  for (const { independent, source } of probed) {
    if (!independent || output.scores !== undefined) continue;
    notes.push(
      `${source} gives scores from 0 to 1 that do not add up to one, as of a sigmoid: they are taken for ` +
        'logits, so the best label is right and the confidence is not',
    );
  }
  return notes;
}

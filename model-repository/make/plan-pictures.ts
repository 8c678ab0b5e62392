/** What `ensemble.json` says of a classifier of pictures: everything, so that nothing is left to be guessed later. */
import { ModelError } from '../../functions/inference/model/model-error.ts';
import { elementCount } from '../../functions/inference/model/tensors.ts';
import { checkFields } from '../../functions/inference/pipelines/define-pipeline.ts';
import {
  type ImageLabelsManifest,
  ImageLabelsSchema,
} from '../../functions/inference/pipelines/image-classification/manifest.ts';
import {
  imageClassification,
  resolveFormats,
} from '../../functions/inference/pipelines/image-classification/pipeline.ts';
import type { InputFormat } from '../../functions/inference/pipelines/picture-input/member-formats.ts';
import { sizeOf } from '../../functions/inference/pipelines/pipeline.ts';
import { FLOAT_TYPES } from '../../functions/inference/pipelines/tensors.ts';
import { RepositoryError, wrongUsage } from '../repository-error.ts';
import { numberedLabels } from './describe-model.ts';
import { classifiesPictures, type ProbedModel, probeScores } from './picture-graphs.ts';
import { type LoadedModel, type Planner, zipMapHint } from './planner.ts';
import type { ModelOptions } from './read-model-options.ts';

export const imageClassificationPlanner: Planner = {
  pipeline: imageClassification.name,
  fits: ({ graph }, options) => classifiesPictures(options, graph),
  async plan(models, given, options) {
    const { input: name, std: deviation, output: scored, scores, ...rest } = options;
    const { width, height, colour, layout, fit, background, scale, mean } = rest;
    const said = {
      input: { name, width, height, colour, layout, fit, background, scale, mean, deviation },
      output: { name: scored, scores },
      labels: { file: 'labels.txt' },
      members: [],
    };
    const entries = checkFields(ImageLabelsSchema, said, '.');
    const count = given?.length ?? (await countScores(models[0]!, entries));
    const formats = resolveAll(models, entries, count);
    const probed = await Promise.all(models.map((model, index) => probeScores(model, formats[index]!)));
    const other = probed.find((one) => one.count !== count);
    if (other) throw new RepositoryError(`${other.source} gives ${other.count} scores for ${count} labels`);
    return {
      fields: probed.map((one) => ({
        input: inputEntry(one.format),
        output: { name: one.format.output, scores: scores ?? one.scores },
      })),
      labels: given ?? numberedLabels(count),
      contracts: ['predictions'],
      notes: notesOn(probed, given, options),
    };
  },
};

function resolveAll(models: readonly LoadedModel[], entries: ImageLabelsManifest, count: number) {
  const graphs = models.map(({ graph }) => graph);
  try {
    return resolveFormats(entries, graphs, count);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw wrongUsage(`${error.message}${zipMapHint(graphs)}`);
  }
}

/** How many scores a model gives: what its graph says, or what comes out. */
async function countScores(model: LoadedModel, entries: ImageLabelsManifest): Promise<number> {
  const { name: named } = entries.output;
  const counts = model.graph.outputs
    .filter(({ name, datatype }) => FLOAT_TYPES.includes(datatype) && (named ?? name) === name)
    .map(({ shape }) => elementCount(shape.slice(1).map((size) => sizeOf(size) ?? Number.NaN)));
  if (counts.length === 1 && Number.isFinite(counts[0])) return counts[0]!;
  const [format] = resolveAll([model], entries, counts.find(Number.isFinite) ?? 1);
  return (await probeScores(model, format!)).count;
}

function inputEntry({ input, picture, order, planar, scale, mean, deviation }: InputFormat) {
  const { width, height, colour, fit, background, maxPixels } = picture;
  const together = (values: readonly number[]) => (new Set(values).size === 1 ? values[0] : values);
  return {
    name: input,
    width,
    height,
    colour: colour === 'grey' ? colour : order,
    layout: planar ? 'nchw' : 'nhwc',
    fit,
    background,
    scale,
    mean: together(mean),
    deviation: together(deviation),
    maxPixels,
  };
}

function notesOn(
  probed: readonly ProbedModel[],
  given: readonly string[] | undefined,
  { mean, scale, scores }: ModelOptions,
): string[] {
  const notes: string[] = [];
  if (!given) {
    notes.push(`no labels are given, so they are 0 to ${probed[0]!.count - 1}: set them with --labels`);
  } else if (new Set(given).size < given.length) {
    notes.push('some labels occur twice');
  }
  if (mean === undefined && scale === undefined && probed[0]?.format.datatype !== 'UINT8') {
    notes.push(
      'pixels are scaled to 0 to 1: if the model was trained on other values, set --mean and --std ' +
        '(torchvision: --mean 0.485,0.456,0.406 --std 0.229,0.224,0.225)',
    );
  }
  for (const { independent, source } of probed) {
    if (!independent || scores !== undefined) continue;
    notes.push(
      `${source} gives scores from 0 to 1 that do not add up to one, as of a sigmoid: they are taken for ` +
        'logits, so the best label is right and the confidence is not',
    );
  }
  return notes;
}

/** Makes classifiers and embedders of pictures. `ensemble.json` states default values, too, because later defaults may differ. */
import { checkManifest } from '../../../functions/inference/model/manifest.ts';
import { elementCount } from '../../../functions/inference/model/tensors.ts';
import {
  type ImageLabelsManifest,
  ImageLabelsSchema,
} from '../../../functions/inference/pipelines/image-classification/manifest.ts';
import { resolveFormats } from '../../../functions/inference/pipelines/image-classification/pipeline.ts';
import {
  PICTURE_EMBEDDINGS,
  PictureEmbeddingsSchema,
  resolveFormats as resolveEmbeddings,
} from '../../../functions/inference/pipelines/image-feature-extraction/pipeline.ts';
import { sizeOf } from '../../../functions/inference/pipelines/pipeline.ts';
import { FLOAT_TYPES } from '../../../functions/inference/pipelines/shared/tensors.ts';
import { defined } from '../../../project/defined.ts';
import { architectureOf, readJson } from '../../exported-folder.ts';
import { numberedLabels } from '../describe-model.ts';
import { type ModelOptions, PICTURE_OPTIONS } from '../model-options.ts';
import { inputEntry, inputNotes, knownInput, resolvedFormats, takesPictures } from '../picture-input.ts';
import { classifiesPictures, givesMap, type ProbedModel, probeScores } from './picture-graphs.ts';
import type { LoadedModel, Planner } from './planner.ts';

export const imageClassificationPlanner: Planner = {
  pipeline: 'image-classification',
  options: [...PICTURE_OPTIONS, 'labels', 'output', 'scores', 'reject'],
  fits: (model, options) => classifiesPictures(options, model),
  async plan(models, known, options) {
    const { output: scored, scores, reject } = options;
    const fields = {
      input: knownInput(models[0]!, options),
      output: { name: scored, scores },
      labels: { file: 'labels.txt' },
      members: [],
    };
    const entries = checkManifest(ImageLabelsSchema, fields, 'ensemble.json');
    const count = known?.length ?? countIn(models, entries);
    const formats = resolvedFormats(models, (graphs) => resolveFormats(entries, graphs, count));
    const probed = await Promise.all(models.map((model, index) => probeScores(model, formats[index]!)));
    return {
      fields: probed.map((one) => ({
        input: inputEntry(one.format),
        output: { name: one.format.output, scores: scores ?? one.scores },
        ...defined({ reject }),
      })),
      labels: known ?? numberedLabels(probed[0]!.count),
      notes: [...inputNotes(models[0]!, probed[0]!.format, options), ...notesOn(probed, known, options)],
    };
  },
};

/** Number of scores according to the graphs; 1 if no graph has a fixed number. */
function countIn(models: readonly LoadedModel[], { output: { name: named } }: ImageLabelsManifest): number {
  const counts = models
    .flatMap(({ graph }) => graph.outputs)
    .filter(({ name, datatype }) => FLOAT_TYPES.includes(datatype) && (named ?? name) === name)
    .map(({ shape }) => elementCount(shape.slice(1).map((size) => sizeOf(size) ?? Number.NaN)));
  return counts.find(Number.isFinite) ?? 1;
}

function notesOn(
  probed: readonly ProbedModel[],
  labels: readonly string[] | undefined,
  options: ModelOptions,
): string[] {
  const notes: string[] = [];
  if (!labels) {
    notes.push(
      `no labels are given, so they are 0 to ${probed[0]!.count - 1}: set them with --labels; ` +
        `if "${probed[0]!.format.output}" is an embedding, not scores, use --pipeline image-feature-extraction`,
    );
  } else if (new Set(labels).size < labels.length) {
    notes.push('some labels occur twice');
  }
  for (const { independent, source } of probed) {
    if (!independent || options.scores !== undefined) continue;
    notes.push(
      `${source} gives scores from 0 to 1 that do not add up to one, like those of a sigmoid; they are treated as ` +
        'logits: the order of the labels stays right, but the confidences are wrong',
    );
  }
  return notes;
}

/** Hugging Face's names of models without a head: ViTModel, Dinov2Model, CLIPVisionModelWithProjection. */
const HEADLESS = /(?:Model|WithProjection)$/;

export const imageFeatureExtractionPlanner: Planner = {
  pipeline: 'image-feature-extraction',
  options: [...PICTURE_OPTIONS, 'output'],
  fits: (model, { labels, scores, reject }) =>
    [labels, scores, reject].every((option) => option === undefined) && embedsPictures(model),
  async plan(models, _labels, options) {
    const fields = { input: knownInput(models[0]!, options), output: { name: options.output }, members: [] };
    const entries = checkManifest(PictureEmbeddingsSchema, fields, 'ensemble.json');
    const formats = resolvedFormats(models, (graphs) => resolveEmbeddings(entries, graphs));
    const { pooling, normalize } = entries;
    return {
      fields: formats.map((format) => ({
        input: inputEntry(format),
        output: { name: format.output.name },
        pooling,
        normalize,
      })),
      notes: inputNotes(models[0]!, formats[0]!, options),
    };
  },
};

/**
 * Whether a model embeds pictures. The names of its outputs, its class in Transformers, and timm's configuration decide, because
 * the numbers of an embedding look like scores of labels.
 */
function embedsPictures(model: LoadedModel): boolean {
  const { folder, graph } = model;
  const names = graph.outputs.map(({ name }) => name);
  if (!takesPictures(model) || names.includes('logits')) return false;
  const isNamed = names.some((name) => PICTURE_EMBEDDINGS.includes(name));
  return isNamed || HEADLESS.test(architectureOf(folder)) || (isHeadlessInTimm(model) && !givesMap(model));
}

/** Whether timm's `config.json` says 0 classes, or an output has as many values as features while none has as many as classes. */
function isHeadlessInTimm({ folder, graph }: LoadedModel): boolean {
  const config = readJson<{ num_classes: number; num_features: number }>(folder, 'config.json');
  const { num_classes: classes, num_features: features } = config;
  const sizes = graph.outputs.map(({ shape }) => shape.at(-1));
  return classes === 0 || (features !== undefined && sizes.includes(features) && !sizes.includes(classes));
}

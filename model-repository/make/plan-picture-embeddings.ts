/** Makes models of the pipeline `image-feature-extraction`. */

import { checkManifest } from '../../functions/inference/model/manifest.ts';
import {
  imageFeatureExtraction,
  PICTURE_EMBEDDINGS,
  PictureEmbeddingsSchema,
  resolveFormats,
} from '../../functions/inference/pipelines/image-feature-extraction/pipeline.ts';
import { architectureOf, readJson } from '../exported-folder.ts';
import { PICTURE_OPTIONS } from './model-options.ts';
import { givesMap } from './picture-graphs.ts';
import { inputEntry, inputNotes, resolvedFormats, saidInput, takesPictures } from './picture-input.ts';
import type { LoadedModel, Planner } from './planner.ts';

/** Hugging Face's names of models without a head: ViTModel, Dinov2Model, CLIPVisionModelWithProjection. */
const HEADLESS = /(?:Model|WithProjection)$/;

export const imageFeatureExtractionPlanner: Planner = {
  pipeline: imageFeatureExtraction.name,
  options: [...PICTURE_OPTIONS, 'output'],
  fits: (model, { labels, scores, reject }) =>
    [labels, scores, reject].every((option) => option === undefined) && embedsPictures(model),
  async plan(models, _labels, options) {
    const said = { input: saidInput(models[0]!, options), output: { name: options.output }, members: [] };
    const entries = checkManifest(PictureEmbeddingsSchema, said, 'ensemble.json');
    const formats = resolvedFormats(models, (graphs) => resolveFormats(entries, graphs));
    const { pooling, normalize } = entries;
    return {
      fields: formats.map((format) => ({
        input: inputEntry(format),
        output: { name: format.place.name },
        pooling,
        normalize,
      })),
      contracts: ['predictions'],
      notes: inputNotes(models[0]!, formats[0]!, options),
    };
  },
};

/**
 * Whether a model embeds pictures. Names of files and outputs decide, because the numbers of an embedding look like
 * scores of labels.
 */
function embedsPictures(model: LoadedModel): boolean {
  const { folder, graph } = model;
  const names = graph.outputs.map(({ name }) => name);
  if (!takesPictures(model) || names.includes('logits')) return false;
  const isNamed = names.some((name) => PICTURE_EMBEDDINGS.includes(name));
  return isNamed || HEADLESS.test(architectureOf(folder)) || (isHeadlessInTimm(model) && !givesMap(model));
}

/** timm's `config.json` has the numbers of classes, 0 without a head, and of features. A model without a head outputs features. */
function isHeadlessInTimm({ folder, graph }: LoadedModel): boolean {
  const config = readJson<{ num_classes: number; num_features: number }>(folder, 'config.json');
  const { num_classes: classes, num_features: features } = config;
  const sizes = graph.outputs.map(({ shape }) => shape.at(-1));
  return classes === 0 || (features !== undefined && sizes.includes(features) && !sizes.includes(classes));
}

import path from 'node:path';
import { checkManifest, type Manifest } from '../model/manifest.ts';
import { ModelError } from '../model/model-error.ts';
import { featureExtraction } from './feature-extraction/pipeline.ts';
import { imageClassification } from './image-classification/pipeline.ts';
import { imageFeatureExtraction } from './image-feature-extraction/pipeline.ts';
import { objectDetection } from './object-detection/pipeline.ts';
import type { PipelineDefinition } from './pipeline.ts';
import { tensor } from './tensor/pipeline.ts';
import { textClassification } from './text-classification/pipeline.ts';
import { textCorrection } from './text-correction/pipeline.ts';
import { textRanking } from './text-ranking/pipeline.ts';
import { tokenClassification } from './token-classification/pipeline.ts';

const PIPELINES: readonly PipelineDefinition[] = [
  featureExtraction,
  imageClassification,
  imageFeatureExtraction,
  objectDetection,
  tensor,
  textClassification,
  textCorrection,
  tokenClassification,
  textRanking,
];

export const pipelineNames: readonly string[] = PIPELINES.map(({ name }) => name);

export function findPipeline(name: string): PipelineDefinition | undefined {
  return PIPELINES.find((pipeline) => pipeline.name === name);
}

/** @throws {ModelError} if there is no such pipeline, or if `ensemble.json` does not fit the pipeline's schema */
export function requirePipeline(directory: string, manifest: Pick<Manifest, 'pipeline'>): PipelineDefinition {
  const found = findPipeline(manifest.pipeline);
  const names = pipelineNames.join(', ');
  if (!found)
    throw new ModelError(`${directory}: "pipeline" must be one of ${names}, not "${manifest.pipeline}"`);
  checkManifest(found.fields, manifest, path.join(directory, 'ensemble.json'));
  return found;
}

/** Evaluates a model, whatever its pipeline. */

import { featureExtraction } from '../functions/inference/pipelines/feature-extraction/pipeline.ts';
import { imageClassification } from '../functions/inference/pipelines/image-classification/pipeline.ts';
import { tensor } from '../functions/inference/pipelines/tensor/pipeline.ts';
import { textClassification } from '../functions/inference/pipelines/text-classification/pipeline.ts';
import { textCorrection } from '../functions/inference/pipelines/text-correction/pipeline.ts';
import { type FoundModel, findModel } from '../model-repository/find-model.ts';
import { UsageError } from '../project/usage-error.ts';
import { certaintyReport, readJudgedPredictions } from './certainty.ts';
import { evaluateClassifier } from './classifier.ts';
import { evaluateEmbeddings } from './embeddings.ts';
import { pictures, rows, texts } from './kinds.ts';
import type { EvaluationOptions } from './options.ts';
import type { Report } from './report.ts';
import { evaluateSentences } from './sentences.ts';

type Evaluate = (model: FoundModel, options: EvaluationOptions) => Promise<Report>;

const EVALUATIONS: Readonly<Record<string, Evaluate>> = {
  [imageClassification.name]: (model, options) => evaluateClassifier(pictures, model, options),
  [textClassification.name]: (model, options) => evaluateClassifier(texts, model, options),
  [featureExtraction.name]: evaluateEmbeddings,
  [textCorrection.name]: evaluateSentences,
  // Rows become requests of the protocol that every model has.
  [tensor.name]: ({ directory, manifest }, options) =>
    evaluateClassifier(rows, { directory, manifest: { ...manifest, contracts: [] } }, options),
};

/** Options that only some pipelines have. */
const ONLY: Readonly<Partial<Record<keyof EvaluationOptions, readonly string[]>>> = {
  images: [imageClassification.name],
  predictions: [imageClassification.name, textClassification.name],
  pairs: [textCorrection.name],
  csv: [textClassification.name, featureExtraction.name, tensor.name],
  label: [textClassification.name, featureExtraction.name, tensor.name],
};

/**
 * Runs a model over labelled samples.
 *
 * @returns what to print
 * @throws {UsageError | RepositoryError} when it cannot be evaluated like that
 */
export async function evaluateModel(options: EvaluationOptions): Promise<string> {
  const model = await findModel(options.model);
  const { model: name, version, pipeline } = model.manifest;
  const evaluate = EVALUATIONS[pipeline];
  if (!evaluate) throw new UsageError(`${name} has the pipeline ${pipeline}, which eval does not support`);
  requireOwnOptions(name, pipeline, options);
  const { text, content } =
    options.predictions === undefined
      ? await evaluate(model, options)
      : certaintyReport(await readJudgedPredictions(options.predictions), 'predictions');
  return options.json ? JSON.stringify({ model: name, version, ...content }, undefined, 2) : text;
}

function requireOwnOptions(model: string, pipeline: string, options: EvaluationOptions): void {
  for (const [option, pipelines] of Object.entries(ONLY)) {
    if (options[option as keyof EvaluationOptions] === undefined || pipelines.includes(pipeline)) continue;
    throw new UsageError(
      `--${option} is for models of the pipeline ${pipelines.join(', ')}; ${model} is of ${pipeline}`,
    );
  }
}

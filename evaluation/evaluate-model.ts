/** Evaluates a model, whatever its pipeline. */
import { imageClassification } from '../functions/inference/pipelines/image-classification/pipeline.ts';
import { textCorrection } from '../functions/inference/pipelines/text-correction/pipeline.ts';
import { type FoundModel, findModel } from '../model-repository/find-model.ts';
import { UsageError } from '../project/usage-error.ts';
import type { EvaluationOptions } from './options.ts';
import { evaluatePictures } from './pictures/command.ts';
import type { Report } from './report.ts';
import { evaluateSentences } from './sentences/command.ts';

interface Evaluated {
  evaluate(model: FoundModel, options: EvaluationOptions): Promise<Report>;
  /** Options that mean nothing to other pipelines. */
  readonly own: readonly (keyof EvaluationOptions)[];
}

/** By pipeline. */
const EVALUATIONS: Readonly<Record<string, Evaluated>> = {
  [imageClassification.name]: { evaluate: evaluatePictures, own: ['images', 'confusions', 'predictions'] },
  [textCorrection.name]: { evaluate: evaluateSentences, own: ['pairs'] },
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
  const found = EVALUATIONS[pipeline];
  if (!found) {
    const pipelines = Object.keys(EVALUATIONS).join(' or ');
    throw new UsageError(
      `${name} is of the pipeline ${pipeline}, which cannot be evaluated yet; expected a model of the pipeline ${pipelines}`,
    );
  }
  requireOwnOptions(name, pipeline, options);
  const { text, content } = await found.evaluate(model, options);
  return options.json ? JSON.stringify({ model: name, version, ...content }, undefined, 2) : text;
}

function requireOwnOptions(model: string, pipeline: string, options: EvaluationOptions): void {
  for (const [other, { own }] of Object.entries(EVALUATIONS)) {
    const foreign = own.find((option) => other !== pipeline && options[option] !== undefined);
    if (foreign)
      throw new UsageError(`--${foreign} is for models of the pipeline ${other}; ${model} is of ${pipeline}`);
  }
}

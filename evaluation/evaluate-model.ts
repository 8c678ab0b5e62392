/** Evaluates a model of any pipeline. */
import { type FoundModel, findModel } from '../model-repository/find-model.ts';
import { UsageError } from '../project/usage-error.ts';
import { bestLabel, bestText, evaluateClassifier } from './classifier.ts';
import { type EvaluationOptions, requireOwnOptions } from './options.ts';
import type { Report } from './report.ts';
import { evaluateSentences } from './sentences.ts';

type Evaluate = (model: FoundModel, options: EvaluationOptions) => Promise<Report>;

const EVALUATIONS: Readonly<Record<string, Evaluate>> = {
  'image-classification': (model, options) => evaluateClassifier(bestLabel, model, options),
  'text-classification': (model, options) => evaluateClassifier(bestText, model, options),
  'text-ranking': (model, options) => evaluateClassifier(bestText, model, options),
  'text-correction': evaluateSentences,
};

/**
 * Runs a model on labelled samples. @returns text to print @throws {UsageError | ModelError} if the model or the samples
 * cannot be used
 */
export async function evaluateModel(options: EvaluationOptions): Promise<string> {
  const model = await findModel(options.model);
  const { model: name, version, pipeline } = model.manifest;
  const evaluate = EVALUATIONS[pipeline];
  if (!evaluate) {
    const supported = Object.keys(EVALUATIONS).join(', ');
    throw new UsageError(
      `${name} has the pipeline ${pipeline}; eval supports ${supported}. Compare the responses of the running service`,
    );
  }
  requireOwnOptions(name, pipeline, options);
  const { text, content } = await evaluate(model, options);
  return options.json ? JSON.stringify({ model: name, version, ...content }, undefined, 2) : text;
}

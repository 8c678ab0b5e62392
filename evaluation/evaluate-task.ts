/** Evaluates a task, whatever its kind. */
import { imageLabels } from '../functions/inference/pipelines/image-labels/kind.ts';
import { textCorrection } from '../functions/inference/pipelines/text-correction/kind.ts';
import { UsageError } from '../project/usage-error.ts';
import { type FoundTask, findTask } from '../tasks/find-task.ts';
import type { EvaluationOptions } from './options.ts';
import { evaluatePictures } from './pictures/command.ts';
import type { Report } from './report.ts';
import { evaluateSentences } from './sentences/command.ts';

interface Evaluated {
  evaluate(task: FoundTask, options: EvaluationOptions): Promise<Report>;
  /** Options that mean nothing to other kinds. */
  readonly own: readonly (keyof EvaluationOptions)[];
}

/** By kind. */
const EVALUATIONS: Readonly<Record<string, Evaluated>> = {
  [imageLabels.name]: { evaluate: evaluatePictures, own: ['images', 'confusions', 'answers'] },
  [textCorrection.name]: { evaluate: evaluateSentences, own: ['pairs'] },
};

/**
 * Runs a task over labelled samples.
 *
 * @returns what to print
 * @throws {UsageError | TaskError} when it cannot be evaluated like that
 */
export async function evaluateTask(options: EvaluationOptions): Promise<string> {
  const task = await findTask(options.task);
  const { task: name, version, kind } = task.manifest;
  const found = EVALUATIONS[kind];
  if (!found) {
    const kinds = Object.keys(EVALUATIONS).join(' or ');
    throw new UsageError(
      `${name} is of the kind ${kind}, which cannot be evaluated yet; expected a task of the kind ${kinds}`,
    );
  }
  requireOwnOptions(name, kind, options);
  const { text, content } = await found.evaluate(task, options);
  return options.json ? JSON.stringify({ task: name, version, ...content }, undefined, 2) : text;
}

function requireOwnOptions(task: string, kind: string, options: EvaluationOptions): void {
  for (const [other, { own }] of Object.entries(EVALUATIONS)) {
    const foreign = own.find((option) => other !== kind && options[option] !== undefined);
    if (foreign)
      throw new UsageError(`--${foreign} is for tasks of the kind ${other}; ${task} is of ${kind}`);
  }
}

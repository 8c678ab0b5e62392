/** What makes models, by pipeline. */
import { wrongUsage } from '../repository-error.ts';
import type { LoadedModel } from './loaded-model.ts';
import type { ModelOptions } from './model-options.ts';
import type { Planner } from './pipeline-plan.ts';
import { imageClassificationPlanner } from './plan-pictures.ts';
import { tensorPlanner } from './plan-tensors.ts';
import { textClassificationPlanner } from './texts/classification.ts';
import { featureExtractionPlanner } from './texts/embeddings.ts';

/** The first one that fits a model makes it: tensors fit every model. */
const PLANNERS: readonly Planner[] = [
  textClassificationPlanner,
  featureExtractionPlanner,
  imageClassificationPlanner,
  tensorPlanner,
];

/** @throws {RepositoryError} where an option names a pipeline whose models people make by hand */
export function plannerOf(model: LoadedModel, options: ModelOptions): Planner {
  const { pipeline } = options;
  const found = PLANNERS.find((planner) =>
    pipeline === undefined ? planner.fits(model, options) : planner.pipeline === pipeline,
  );
  if (found) return found;
  throw wrongUsage(`a model of pipeline ${pipeline} is made by hand: see docs/your-own-model.md`);
}

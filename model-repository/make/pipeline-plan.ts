/** What makes models of one pipeline of exported files. */
import type { LoadedModel } from './loaded-model.ts';
import type { ModelOptions } from './model-options.ts';

export interface Planner {
  readonly pipeline: string;
  /** Whether a model is of this pipeline, where no option names one. */
  fits(model: LoadedModel, options: ModelOptions): boolean;
  /**
   * @param labels given by an option
   * @throws {RepositoryError | ModelError} saying what the graphs or the files beside them lack
   */
  plan(
    models: readonly LoadedModel[],
    labels: readonly string[] | undefined,
    options: ModelOptions,
  ): Promise<PipelinePlan>;
}

/** The pipeline's own part of `ensemble.json`, and what people should know of it. */
export interface PipelinePlan {
  readonly fields: Readonly<Record<string, unknown>>;
  /** By member, where it differs from the first. */
  readonly memberFields: readonly Readonly<Record<string, unknown>>[];
  /** Left out where predictions are no labels. */
  readonly labels?: readonly string[];
  /** Besides `open-inference`, where no option names others. @default none */
  readonly contracts?: readonly string[];
  /** Further files of the model's folder, by their names. */
  readonly files?: Readonly<Record<string, Uint8Array>>;
  readonly notes: readonly string[];
}

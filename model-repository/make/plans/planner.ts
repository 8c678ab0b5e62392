/** The interface of the planners. Each planner plans models of one pipeline from exported files. */
import path from 'node:path';
import { Member } from '../../../functions/inference/ensemble/member.ts';
import { ModelError } from '../../../functions/inference/model/model-error.ts';
import type { Graph } from '../../../functions/inference/pipelines/pipeline.ts';
import { folderOf } from '../../exported-folder.ts';
import type { ModelOption, ModelOptions } from '../model-options.ts';

export interface Planner {
  readonly pipeline: string;
  /** Options that `plan` uses. Any other option is refused, unless it applies to every pipeline. */
  readonly options: readonly ModelOption[];
  /** Whether the pipeline can serve a model. Without `--pipeline`, `plannerOf` usually takes the first pipeline that can. */
  fits(model: LoadedModel, options: ModelOptions): boolean;
  /**
   * Plans a model of one or several members.
   * @param labels from an option, the graph or the files beside it
   * @throws {UsageError | ModelError} that says what the graphs or the files lack
   */
  plan(
    models: readonly LoadedModel[],
    labels: readonly string[] | undefined,
    options: ModelOptions,
  ): Promise<PipelinePlan>;
}

/** The pipeline's own part of `ensemble.json`, further files of the model's folder, and notes for people. */
export interface PipelinePlan {
  /**
   * All fields of each member. In `ensemble.json`, the first member's fields are the model's, and each other member has only
   * the fields that differ.
   */
  readonly fields: readonly Readonly<Record<string, unknown>>[];
  /** Labels of the predictions; undefined if predictions are not labels. */
  readonly labels?: readonly string[];
  /** Contracts, the preferred first. `open-inference` is added last if it is missing. @default only `predictions` */
  readonly contracts?: readonly string[];
  /** Further files of the model's folder, by their names. */
  readonly files?: Readonly<Record<string, Uint8Array>>;
  readonly notes?: readonly string[];
}

export type LoadedModel = Awaited<ReturnType<typeof loadModel>>;

/** Loads a model as the service does. @param source the user's file, for messages and for the configuration beside it */
export async function loadModel(file: string, source: string) {
  const entry = { name: path.parse(file).name, file: path.basename(file), weight: 1 };
  try {
    const member = await Member.load(path.dirname(file), entry, 1);
    return { folder: folderOf(source), member, graph: { ...member.graph, file: source } };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new ModelError(error.message.replace(file, source), { cause: error });
  }
}

/** Advice for classifiers of tables. By default, they are exported with a list of dictionaries as the output of probabilities. */
export function zipMapHint(graphs: readonly Graph[]): string {
  return graphs.some(({ outputs }) => outputs.some(({ datatype }) => datatype === undefined))
    ? ' (probabilities are a tensor with to_onnx(…, options={"zipmap": False}) of skl2onnx, and with ' +
        'convert_lightgbm(…, zipmap=False) of onnxmltools)'
    : '';
}

/** What makes models of one pipeline of exported files. */
import path from 'node:path';
import { Member } from '../../functions/inference/ensemble/member.ts';
import { ModelError } from '../../functions/inference/model/model-error.ts';
import type { Graph } from '../../functions/inference/pipelines/pipeline.ts';
import { folderOf } from '../exported-folder.ts';
import { RepositoryError } from '../repository-error.ts';
import type { ModelOptions } from './read-model-options.ts';

export interface Planner {
  readonly pipeline: string;
  /** Whether a model is of this pipeline, where no option names one. */
  fits(model: LoadedModel, options: ModelOptions): boolean;
  /** @throws {RepositoryError | ModelError} saying what the graphs or the files beside them lack */
  plan(
    models: readonly LoadedModel[],
    labels: readonly string[] | undefined,
    options: ModelOptions,
  ): Promise<PipelinePlan>;
}

/** The pipeline's own part of `ensemble.json`, and what people should know of it. */
export interface PipelinePlan {
  /** All of each member's: `ensemble.json` holds those of the first, and where another differs. */
  readonly fields: readonly Readonly<Record<string, unknown>>[];
  /** Left out where predictions are no labels. */
  readonly labels?: readonly string[];
  /** Besides `open-inference`, where no option names others. */
  readonly contracts: readonly string[];
  /** Further files of the model's folder, by their names. */
  readonly files?: Readonly<Record<string, Uint8Array>>;
  readonly notes?: readonly string[];
}

export type LoadedModel = Awaited<ReturnType<typeof loadModel>>;

/** Loads a model as the service does. @param source the file that people know, for messages */
export async function loadModel(file: string, source: string) {
  const entry = { name: path.parse(file).name, file: path.basename(file), weight: 1 };
  try {
    const member = await Member.load(path.dirname(file), entry, 1);
    return { folder: folderOf(source), member, graph: { ...member.graph, file: source } };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new RepositoryError(error.message.replace(file, source), { cause: error });
  }
}

/** What to do about classifiers of tables, which give a list of dictionaries by default. */
export function zipMapHint(graphs: readonly Graph[]): string {
  return graphs.some(({ outputs }) => outputs.some(({ datatype }) => datatype === undefined))
    ? ' (probabilities are a tensor with to_onnx(…, options={"zipmap": False}) of skl2onnx, and with ' +
        'convert_lightgbm(…, zipmap=False) of onnxmltools)'
    : '';
}

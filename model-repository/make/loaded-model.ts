/** A model that is about to become a member. */
import path from 'node:path';
import { Member } from '../../functions/inference/ensemble/member.ts';
import { ModelError } from '../../functions/inference/model/model-error.ts';
import { describePlace, type Graph, type GraphPlace } from '../../functions/inference/pipelines/pipeline.ts';
import { RepositoryError } from '../repository-error.ts';

export interface LoadedModel {
  /** The file that it comes from. */
  readonly source: string;
  readonly member: Member;
}

/**
 * Loads a model as the service does.
 *
 * @param source the file that people know, for messages
 * @throws {RepositoryError} when it is no model, or one that ONNX Runtime cannot run
 */
export async function loadModel(file: string, source: string): Promise<LoadedModel> {
  const entry = { name: path.parse(file).name, file: path.basename(file), weight: 1 };
  try {
    return { source, member: await Member.load(path.dirname(file), entry, 1) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new RepositoryError(error.message.replace(file, source), { cause: error });
  }
}

/** What a graph takes or gives: `FP32 [1, 3, 32, 32] as "x"`. */
export function describePlaces(places: readonly GraphPlace[]): string {
  return places.map(describePlace).join(' and ');
}

/** A dimension's size where it has one; graphs give names, or numbers below one, to open ones. */
export function sizeOf(dimension: number | string | undefined): number | undefined {
  return typeof dimension === 'number' && dimension > 0 ? dimension : undefined;
}

/** What to do about scikit-learn's classifiers, which give a list of dictionaries by default. */
export function zipMapHint({ outputs }: Graph): string {
  return outputs.some(({ datatype }) => datatype === undefined)
    ? ' (scikit-learn gives the probabilities as a tensor with to_onnx(…, options={"zipmap": False}))'
    : '';
}

/** The weights outside of a model that a command was called with. */
import { externalFiles } from '../../functions/inference/model/external-data.ts';
import { withBytesOf } from '../../functions/inference/model/file-bytes.ts';
import { ModelError } from '../../functions/inference/model/model-error.ts';
import { damageOf } from '../../functions/inference/model/protobuf.ts';
import { cannotBeRead, RepositoryError } from '../repository-error.ts';

/**
 * The files beside a model that hold weights of it.
 *
 * @param model path of its file
 * @throws {RepositoryError} where one is not beside it, or there is no model
 */
export function weightsOf(model: string): string[] {
  try {
    return externalFiles(model);
  } catch (error) {
    if (error instanceof ModelError) throw new RepositoryError(error.message);
    if (error instanceof RangeError) throw new RepositoryError(`${model} ${withBytesOf(model, damageOf)}`);
    throw cannotBeRead(model, error as NodeJS.ErrnoException);
  }
}

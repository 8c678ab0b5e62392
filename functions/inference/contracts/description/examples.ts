/** Parts of example requests and responses. */
import { closedShape, elementCount, type TensorInfo } from '../../model/tensors.ts';
import { type Contract, isInferenceRoute } from '../contract.ts';

/** Quotes an argument for a POSIX shell. Between single quotes, only the single quote has a meaning. */
export function quoteArgument(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A white PNG of 32 by 32 pixels in base64, for example requests. */
export const EXAMPLE_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mP4TwAwjCoYVTCqYKQqAAA/aPwuqUTQyAAAAABJRU5ErkJggg==';

/** A command line that sends the example in JSON, or else the file `request.json`. `$ADDRESS` is the address of the service. */
export function exampleCommand({ routes }: Contract): string {
  const { path, describe } = routes.find(isInferenceRoute)!;
  const example = describe().takes?.['application/json']?.example;
  const data = example ? quoteArgument(JSON.stringify(example)) : '@request.json';
  return `curl -s "$ADDRESS${path}" -H 'content-type: application/json' -d ${data}`;
}

/** Number of elements of all tensors together; an open dimension counts as 1. */
export function elementsOf(tensors: readonly TensorInfo[]): number {
  return tensors.reduce((sum, { shape }) => sum + elementCount(closedShape(shape)), 0);
}

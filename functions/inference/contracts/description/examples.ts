/** What examples of requests and responses are made of. */
import { closedShape, elementCount, type TensorInfo } from '../../model/tensors.ts';

/** An argument of a command line, whatever is in it: in single quotes, a POSIX shell leaves everything alone but the single quote itself. */
export function quoteArgument(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A white PNG of 32 by 32 pixels in base64: the picture of an example request where there is no other. */
export const EXAMPLE_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mP4TwAwjCoYVTCqYKQqAAA/aPwuqUTQyAAAAABJRU5ErkJggg==';

/** Command line that posts JSON, from a file where there is none. @param url for a shell */
export function postJson(url: string, body: object | undefined): string {
  const data = body ? quoteArgument(JSON.stringify(body)) : '@request.json';
  return `curl -s ${url} -H 'content-type: application/json' -d ${data}`;
}

export function closedPlaces(places: readonly TensorInfo[]): TensorInfo[] {
  return places.map((place) => ({ ...place, shape: closedShape(place.shape) }));
}

export function elementsOf(places: readonly TensorInfo[]): number {
  return places.reduce((sum, { shape }) => sum + elementCount(shape), 0);
}

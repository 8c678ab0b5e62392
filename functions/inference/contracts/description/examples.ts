/** Parts of example requests and responses. */
import { closedShape, elementCount, type TensorInfo } from '../../model/tensors.ts';

/** Quotes an argument for a POSIX shell, which in single quotes interprets nothing but the single quote itself. */
export function quoteArgument(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A white PNG of 32 by 32 pixels in base64, for example requests. */
export const EXAMPLE_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mP4TwAwjCoYVTCqYKQqAAA/aPwuqUTQyAAAAABJRU5ErkJggg==';

/** Command line that posts JSON, or a file if there is no body. @param url quoted for a shell */
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

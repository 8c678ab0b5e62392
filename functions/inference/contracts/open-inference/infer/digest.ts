/** What an id belongs to: the content of a request, whatever form it came in. */
import { createHash } from 'node:crypto';
import type { Tensors } from '../../../model/tensors.ts';
import { writeBinaryData } from './write-binary.ts';

/**
 * SHA-256 of a request in hexadecimal. The same tensors have the same one as JSON or binary, flat or nested, in
 * whatever order the inputs stand; other outputs, or the same ones in another order, are another request.
 *
 * @param outputs names of the requested outputs, by name or by default
 */
export function digestOf(tensors: Tensors, outputs: readonly string[]): string {
  // Inputs go by their names: their order means nothing.
  const inputs = Object.keys(tensors)
    .sort()
    .map((name) => ({ name, ...tensors[name]!, data: writeBinaryData(tensors[name]!) }));
  const places = inputs.map(({ name, datatype, shape, data }) => [name, datatype, shape, data.length]);
  // The lengths make it plain where one tensor ends and the next begins.
  const hash = createHash('sha256').update(JSON.stringify([places, outputs]));
  for (const { data } of inputs) hash.update(data);
  return hash.digest('hex');
}

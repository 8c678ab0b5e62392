import { isUtf8 } from 'node:buffer';
import { halvesOf, nest, quote, type Tensor } from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import { nonFinite } from './elements.ts';

/** Keeps a byte order mark, because it is part of the element. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * A tensor's elements as a flat JSON array. 64-bit integers have all their digits, even beyond 2^53, as in Triton. JSON allows
 * that. Most languages read all digits, but JavaScript's `JSON.parse` rounds.
 * @param remedy advice for elements that JSON cannot express
 * @throws {Problem} `invalid-request` for such elements
 */
export function writeJsonData(name: string, { datatype, data }: Tensor, remedy: string): string {
  const binaryOnly = (why: string) =>
    new Problem('invalid-request', `The output ${quote(name)} ${why}, which JSON cannot hold: ${remedy}.`);
  if (datatype === 'BYTES') {
    const wrong = data.findIndex((bytes) => !isUtf8(bytes));
    if (wrong !== -1) throw binaryOnly(`has bytes that are not UTF-8 as element ${wrong}`);
    return JSON.stringify(data.map((bytes) => decoder.decode(bytes)));
  }
  if (datatype === 'BOOL') return `[${Array.from(data, (byte) => byte !== 0).join(',')}]`;
  const found = nonFinite(datatype, data);
  if (found) throw binaryOnly(`has ${found}`);
  return `[${(datatype === 'FP16' ? halvesOf(data) : data).join(',')}]`;
}

/** A tensor's elements as JSON, nested by its shape; a single element if it has no dimension. */
export function writeNestedJson(name: string, tensor: Tensor, remedy: string): string {
  const { datatype, shape } = tensor;
  const flat = writeJsonData(name, tensor, remedy);
  if (shape.length === 1) return flat;
  const elements: string[] =
    datatype === 'BYTES'
      ? JSON.parse(flat).map((text: string) => JSON.stringify(text))
      : flat.slice(1, -1).split(',');
  let at = 0;
  return nest(
    shape,
    () => elements[at++]!,
    (parts) => `[${parts.join(',')}]`,
  );
}

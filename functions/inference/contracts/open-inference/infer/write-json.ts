/** Output tensors whose elements are JSON. */
import { halvesOf, quote, type Tensor } from '../../../model/tensors.ts';
import { Problem } from '../../../problems/problems.ts';
import { firstNonFinite } from './elements.ts';

/** Bytes that look like a byte order mark are bytes like others. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A tensor's elements as the text of a JSON array, flat. 64-bit integers stand there with all their digits, also beyond
 * 2^53, as in Triton: JSON allows it, and most languages read them exactly (JavaScript's `JSON.parse` rounds them).
 *
 * @throws {Problem} `invalid-request` where JSON cannot say what the elements are
 */
export function writeJsonData(name: string, { datatype, data }: Tensor): string {
  if (datatype === 'BYTES') return JSON.stringify(data.map((bytes, index) => textOf(name, bytes, index)));
  if (datatype === 'BOOL') return `[${Array.from(data, (byte) => byte !== 0).join(',')}]`;
  const wrong = firstNonFinite(datatype, data);
  if (wrong !== -1) {
    const found = datatype === 'FP16' ? 'no finite number' : data[wrong];
    throw binaryOnly(name, `has ${found} as element ${wrong}`);
  }
  return `[${(datatype === 'FP16' ? halvesOf(data) : data).join(',')}]`;
}

/** @param why what JSON cannot carry */
function binaryOnly(name: string, why: string): Problem {
  const remedy = 'request it as binary data, with "parameters": {"binary_data": true}';
  return new Problem(
    'invalid-request',
    `The output ${quote(name)} ${why}, which JSON cannot carry: ${remedy}.`,
  );
}

function textOf(name: string, bytes: Uint8Array, index: number): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw binaryOnly(name, `has bytes that are not UTF-8 as element ${index}`);
  }
}

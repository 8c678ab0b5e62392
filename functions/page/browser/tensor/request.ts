/** From the fields of the form to a request of the Open Inference Protocol. */
import type { TensorInfo } from '../../../inference/model/tensors.ts';
import { Trouble } from '../request/trouble.ts';

/** A tensor in JSON; its data are flat or nested. */
export interface JsonTensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly data: readonly unknown[];
}

/** A field with more elements cannot be read or written in. */
const MOST_ELEMENTS = 100_000;

/** As JSON; every other datatype is a number. */
const ZEROS: Readonly<Record<string, string>> = { BYTES: '""', BOOL: 'false' };

/** Fields to begin with: a dimension of any size is 1; no elements where there were too many. */
export function zeros({ shape, datatype }: TensorInfo): { sizes: string; data: string } {
  const sizes = shape.map((size) => (size < 0 ? 1 : size));
  const count = countOf(sizes);
  return { sizes: sizes.join(', '), data: count > MOST_ELEMENTS ? '' : zeroList(count, datatype).join(', ') };
}

/** @param fields of all inputs. @throws {Trouble} where they are not JSON */
export function requestFrom(
  fields: readonly { readonly info: TensorInfo; readonly shape: string; readonly data: string }[],
): { inputs: JsonTensor[] } {
  const inputs = fields.map(({ info: { name, datatype }, shape, data }) => {
    const sizes = listFrom(shape, `The shape of ${name}`) as number[];
    // No elements stand for zeros.
    const elements = data.trim() === '' ? zeroList(countOf(sizes), datatype).join() : data;
    return { name, datatype, shape: sizes, data: listFrom(elements, `The elements of ${name}`) };
  });
  return { inputs };
}

/** A sample as the form takes it. */
export function requestOf(bytes: Uint8Array): { readonly inputs?: readonly JsonTensor[] } {
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Elements with commas between them, in brackets or not. */
function listFrom(text: string, what: string): unknown[] {
  const list = text.trim().replace(/,$/, '');
  try {
    const elements = JSON.parse(`[${list}]`);
    const [only] = elements;
    return elements.length === 1 && Array.isArray(only) && list.startsWith('[') ? only : elements;
  } catch (error) {
    throw new Trouble(
      `${what} cannot be read`,
      `${(error as Error).message}. Put commas between them, as in JSON.`,
    );
  }
}

function countOf(sizes: readonly number[]): number {
  return sizes.reduce((product, size) => product * size, 1);
}

function zeroList(count: number, datatype: string): string[] {
  return Array(count).fill(ZEROS[datatype] ?? '0');
}

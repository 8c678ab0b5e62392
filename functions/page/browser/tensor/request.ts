/** Makes a request of the Open Inference Protocol from the fields of the form. */
import { type Datatype, elementCount, jsonZero, type TensorInfo } from '../../../inference/model/tensors.ts';
import { Trouble } from '../request/trouble.ts';

/** A tensor in JSON, with flat or nested data. */
export interface JsonTensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly data: readonly unknown[];
}

/** An input of the form. Its elements are the typed text, or numbers from a picture. */
export interface Field {
  readonly info: TensorInfo;
  readonly shape: readonly number[];
  readonly data: string | readonly number[];
}

/** A field with more elements would be unreadable. */
const MOST_ELEMENTS = 100_000;

/** Initial elements; empty if there are too many. */
export function zeros(shape: readonly number[], datatype: Datatype): string {
  const count = elementCount(shape);
  return count > MOST_ELEMENTS ? '' : rowsOf(zeroList(count, datatype), shape);
}

/** Elements as JSON without brackets, a line for each row of the last dimension. Rows of one element share a line. */
export function rowsOf(data: readonly unknown[], shape: readonly number[]): string {
  const length = (shape.length > 1 && shape.at(-1)) || 1;
  return (data.flat(Number.POSITIVE_INFINITY) as unknown[])
    .map((element, index) => `${length > 1 && index % length === 0 ? '\n' : ', '}${JSON.stringify(element)}`)
    .join('')
    .replace(/^(?:\n|, )/, '');
}

/** @param fields the fields of all inputs @throws {Trouble} if the elements of an input are not JSON */
export function requestFrom(fields: readonly Field[]): { inputs: JsonTensor[] } {
  const inputs = fields.map(({ info: { name, datatype }, shape, data }) => {
    if (typeof data !== 'string') return { name, datatype, shape, data };
    // An empty field stands for zeros.
    const elements = data.trim() === '' ? zeroList(elementCount(shape), datatype) : listFrom(data, name);
    return { name, datatype, shape, data: elements };
  });
  return { inputs };
}

/** Elements separated by commas or line ends, with or without brackets. */
function listFrom(text: string, name: string): unknown[] {
  const list = text
    .trim()
    .replace(/,$/, '')
    .replace(/(?<![[,\s])\s*\n\s*(?![\],\s])/g, ', ');
  try {
    const elements = JSON.parse(`[${list}]`);
    const [only] = elements;
    return elements.length === 1 && Array.isArray(only) && list.startsWith('[') ? only : elements;
  } catch (error) {
    throw new Trouble(
      `The elements of ${name} cannot be read`,
      `${(error as Error).message}. Put commas between the elements, as in JSON.`,
    );
  }
}

function zeroList(count: number, datatype: Datatype): unknown[] {
  return Array(count).fill(jsonZero(datatype));
}

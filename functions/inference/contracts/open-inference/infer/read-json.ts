/** Input tensors whose elements are JSON: the protocol's "Tensor Data". */
import {
  ARRAYS,
  type Datatype,
  type Elements,
  elementCount,
  quote,
  type Tensor,
} from '../../../model/tensors.ts';
import { Problem } from '../../../problems/problems.ts';
import { describeShape, IN_JSON } from './elements.ts';
import { FILLS, type Row } from './json-elements.ts';

/**
 * The tensor of an input whose elements are JSON, flat or nested as its shape says.
 *
 * @param data the field `data`, whatever it is
 * @throws {Problem} `invalid-tensor` naming the first element that is not what the datatype takes
 */
export function readJsonData(
  name: string,
  datatype: Datatype,
  shape: readonly number[],
  data: unknown,
): Tensor {
  if (!Array.isArray(data)) throw invalid(name, 'must have its elements in "data", as an array');
  const rows = rowsOf(name, data, shape);
  const elements: Elements[Datatype] = datatype === 'BYTES' ? [] : new ARRAYS[datatype](elementCount(shape));
  const fill = FILLS[datatype];
  let offset = 0;
  for (const row of rows) {
    const taken = fill(row, elements as never, offset);
    if (taken < row.length) {
      const wrong = describe(row[taken]);
      throw invalid(
        name,
        `has ${wrong} as element ${offset + taken}: ${datatype} takes ${IN_JSON[datatype]}`,
      );
    }
    offset += row.length;
  }
  return { datatype, shape, data: elements } as Tensor;
}

/** The innermost arrays of `data` in order, checked for their lengths before anything is allocated for them. */
function rowsOf(name: string, data: Row, shape: readonly number[]): readonly Row[] {
  if (shape.length > 1 && Array.isArray(data[0])) {
    const rows: Row[] = [];
    collect(name, data, shape, 0, rows);
    return rows;
  }
  const count = elementCount(shape);
  if (data.length === count) return [data];
  const due = `${count} elements, as its shape ${describeShape(shape)} says`;
  throw invalid(name, `must have ${due}, not ${data.length}`);
}

function collect(name: string, data: unknown, shape: readonly number[], axis: number, rows: Row[]): void {
  const size = shape[axis]!;
  if (!Array.isArray(data) || data.length !== size) {
    const found = Array.isArray(data) ? `an array of ${data.length}` : describe(data);
    const due = `arrays of ${size} at depth ${axis + 1}, as its shape ${describeShape(shape)} says`;
    throw invalid(name, `must have ${due}, or be flat; there is ${found}`);
  }
  if (axis === shape.length - 1) rows.push(data);
  else for (const part of data) collect(name, part, shape, axis + 1, rows);
}

/** A value in a message. Arrays and objects are not written out: they may be deep and long. */
function describe(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return typeof value === 'object' && value !== null
    ? Array.isArray(value)
      ? 'an array'
      : 'an object'
    : `${value}`;
}

function invalid(name: string, what: string): Problem {
  return new Problem('invalid-tensor', `The input ${quote(name)} ${what}.`);
}

/** Reads input tensors from JSON: the "Tensor Data" of the Open Inference Protocol. */
import { ARRAYS, type Datatype, elementCount, quote, type Tensor } from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import { describeShape, MAX_DIMENSIONS } from './elements.ts';

/**
 * Reads the elements of an input from JSON, flat or nested by its shape.
 * @param data the field `data`, of any type
 * @param missing whether `null` among floating-point numbers stands for a missing value: NaN, as XGBoost and LightGBM take it
 * @throws {Problem} `invalid-tensor` if `data` does not match `shape`, or for the first element that does not fit the datatype
 */
export function readJsonData(
  name: string,
  datatype: Datatype,
  shape: readonly number[],
  data: unknown,
  missing: boolean,
): Tensor {
  if (!Array.isArray(data)) throw invalidInput(name, 'must have its elements in "data", as an array');
  const rows = rowsOf(name, data, shape);
  const elements: Tensor['data'] = datatype === 'BYTES' ? [] : new ARRAYS[datatype](elementCount(shape));
  const { fill, takes } = IN_JSON[datatype];
  const takesNull = missing && datatype.startsWith('FP');
  let offset = 0;
  for (const row of rows) {
    const filled = fill(row, elements as never, offset, takesNull);
    if (filled < row.length) {
      const wrong = describe(row[filled]);
      throw invalidInput(
        name,
        `has ${wrong} as element ${offset + filled}: ${datatype} takes ${takes}${takesNull ? ', and null for NaN' : ''}`,
      );
    }
    offset += row.length;
  }
  return { datatype, shape, data: elements } as Tensor;
}

/**
 * The shape of nested arrays, by the first array at each depth. It has `MAX_DIMENSIONS` + 1 dimensions if arrays are nested
 * too deep for a tensor.
 */
export function shapeOf(rows: unknown): number[] {
  const shape: number[] = [];
  for (let part = rows; Array.isArray(part) && shape.length <= MAX_DIMENSIONS; [part] = part) {
    shape.push(part.length);
  }
  return shape;
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
  throw invalidInput(name, `must have ${due}, not ${data.length}`);
}

function collect(name: string, data: unknown, shape: readonly number[], axis: number, rows: Row[]): void {
  const size = shape[axis]!;
  if (!Array.isArray(data) || data.length !== size) {
    const found = Array.isArray(data) ? `an array of ${data.length}` : describe(data);
    const due = `arrays of ${size} at depth ${axis + 1}, as its shape ${describeShape(shape)} says`;
    throw invalidInput(name, `must have ${due}, or be flat; there is ${found}`);
  }
  if (axis === shape.length - 1) rows.push(data);
  else for (const part of data) collect(name, part, shape, axis + 1, rows);
}

/** A value in words, for a message. Arrays and objects are not written out: they may be deep and long. */
function describe(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return typeof value === 'object' && value !== null
    ? Array.isArray(value)
      ? 'an array'
      : 'an object'
    : `${value}`;
}

export function invalidInput(name: string, what: string): Problem {
  return new Problem('invalid-tensor', `The input ${quote(name)} ${what}.`);
}

type Row = readonly unknown[];

/** Copies a row to the elements from `offset` on. @returns the number of valid elements before the first invalid one */
type Fill = (row: Row, into: never, offset: number, takesNull: boolean) => number;

const encoder = new TextEncoder();

/** Whole numbers of up to 32 bits are valid if the typed array keeps them unchanged. */
function fillWhole(row: Row, into: Int32Array, offset: number): number {
  for (let index = 0; index < row.length; index++) {
    const value = row[index];
    if (typeof value !== 'number') return index;
    into[offset + index] = value;
    if (into[offset + index] !== value) return index;
  }
  return row.length;
}

function fillReal(row: Row, into: Float16Array | Float64Array, offset: number, takesNull: boolean): number {
  for (let index = 0; index < row.length; index++) {
    const value = row[index];
    if (value === null && takesNull) {
      into[offset + index] = Number.NaN;
      continue;
    }
    if (typeof value !== 'number') return index;
    into[offset + index] = value;
    if (!Number.isFinite(into[offset + index])) return index;
  }
  return row.length;
}

function fillHalf(row: Row, into: Uint16Array<ArrayBuffer>, offset: number, takesNull: boolean): number {
  return fillReal(row, new Float16Array(into.buffer), offset, takesNull);
}

/** Integers beyond 2^53 - 1 are refused, because JSON.parse may have rounded them. */
function fillLong(least: number): Fill {
  return (row: Row, into: BigInt64Array, offset: number) => {
    for (let index = 0; index < row.length; index++) {
      const value = row[index] as number;
      if (!Number.isSafeInteger(value) || value < least) return index;
      into[offset + index] = BigInt(value);
    }
    return row.length;
  };
}

function fillBool(row: Row, into: Uint8Array, offset: number): number {
  for (let index = 0; index < row.length; index++) {
    const value = row[index];
    if (typeof value !== 'boolean') return index;
    into[offset + index] = value ? 1 : 0;
  }
  return row.length;
}

function fillBytes(row: Row, into: Uint8Array[]): number {
  for (let index = 0; index < row.length; index++) {
    const value = row[index];
    if (typeof value !== 'string' || !value.isWellFormed()) return index;
    into.push(encoder.encode(value));
  }
  return row.length;
}

/** For each datatype, how its elements are read from JSON, and their description for messages. */
const IN_JSON: Readonly<Record<Datatype, { readonly fill: Fill; readonly takes: string }>> = {
  BOOL: { fill: fillBool, takes: 'true or false' },
  UINT8: { fill: fillWhole, takes: 'whole numbers from 0 to 255' },
  UINT16: { fill: fillWhole, takes: 'whole numbers from 0 to 65535' },
  UINT32: { fill: fillWhole, takes: 'whole numbers from 0 to 4294967295' },
  UINT64: {
    fill: fillLong(0),
    takes: 'whole numbers from 0 to 9007199254740991 in JSON, and greater ones as binary data',
  },
  INT8: { fill: fillWhole, takes: 'whole numbers from -128 to 127' },
  INT16: { fill: fillWhole, takes: 'whole numbers from -32768 to 32767' },
  INT32: { fill: fillWhole, takes: 'whole numbers from -2147483648 to 2147483647' },
  INT64: {
    fill: fillLong(Number.MIN_SAFE_INTEGER),
    takes: 'whole numbers from -9007199254740991 to 9007199254740991 in JSON, and others as binary data',
  },
  FP16: { fill: fillHalf, takes: 'finite numbers from -65504 to 65504' },
  FP32: { fill: fillReal, takes: 'finite numbers from -3.4028234663852886e+38 to 3.4028234663852886e+38' },
  FP64: { fill: fillReal, takes: 'finite numbers' },
  BYTES: { fill: fillBytes, takes: 'strings of well-formed Unicode' },
};

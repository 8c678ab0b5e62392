/** JSON values into typed arrays, with no step between. */
import type { Datatype } from '../../../model/tensors.ts';

export type Row = readonly unknown[];

/** Puts a row in from `offset` on. @returns how many elements were what they should be, before the first that was not */
type Fill = (row: Row, into: never, offset: number) => number;

const encoder = new TextEncoder();

/** Whole numbers of up to 32 bits: what the array keeps is what came. */
function fillWhole(row: Row, into: Int32Array, offset: number): number {
  for (let index = 0; index < row.length; index++) {
    const value = row[index];
    if (typeof value !== 'number') return index;
    into[offset + index] = value;
    if (into[offset + index] !== value) return index;
  }
  return row.length;
}

function fillReal(row: Row, into: Float16Array | Float64Array, offset: number): number {
  for (let index = 0; index < row.length; index++) {
    const value = row[index];
    if (typeof value !== 'number') return index;
    into[offset + index] = value;
    if (!Number.isFinite(into[offset + index])) return index;
  }
  return row.length;
}

function fillHalf(row: Row, into: Uint16Array<ArrayBuffer>, offset: number): number {
  return fillReal(row, new Float16Array(into.buffer), offset);
}

/** JSON.parse has rounded what lies beyond 2^53: nobody knows any more what it was. */
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

export const FILLS: Readonly<Record<Datatype, Fill>> = {
  BOOL: fillBool,
  UINT8: fillWhole,
  UINT16: fillWhole,
  UINT32: fillWhole,
  UINT64: fillLong(0),
  INT8: fillWhole,
  INT16: fillWhole,
  INT32: fillWhole,
  INT64: fillLong(Number.MIN_SAFE_INTEGER),
  FP16: fillHalf,
  FP32: fillReal,
  FP64: fillReal,
  BYTES: fillBytes,
};

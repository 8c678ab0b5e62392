/** Tensors by name, in the terms of the Open Inference Protocol. Pipelines, contracts and members exchange them. */

/**
 * Array types of the datatypes, little-endian. `FP16` has the 16 bits of a half-precision number (IEEE 754). The only other
 * datatype, `BYTES`, has elements of any length.
 */
export const ARRAYS = {
  BOOL: Uint8Array,
  UINT8: Uint8Array,
  UINT16: Uint16Array,
  UINT32: Uint32Array,
  UINT64: BigUint64Array,
  INT8: Int8Array,
  INT16: Int16Array,
  INT32: Int32Array,
  INT64: BigInt64Array,
  FP16: Uint16Array,
  FP32: Float32Array,
  FP64: Float64Array,
} as const;

export type SizedDatatype = keyof typeof ARRAYS;
export type Datatype = SizedDatatype | 'BYTES';

interface TensorOf<Type extends Datatype, Data> {
  readonly datatype: Type;
  readonly shape: readonly number[];
  readonly data: Data;
}

/** A tensor of any datatype but `BYTES`, so that all elements have the same size. */
export type SizedTensor = {
  [Type in SizedDatatype]: TensorOf<Type, (typeof ARRAYS)[Type]['prototype']>;
}[SizedDatatype];

export type Tensor = SizedTensor | TensorOf<'BYTES', readonly Uint8Array[]>;

export type Tensors = Readonly<Record<string, Tensor>>;

export function halvesOf({ buffer, byteOffset, length }: Uint16Array): Float16Array {
  return new Float16Array(buffer as ArrayBuffer, byteOffset, length);
}

/** An input or output; -1 stands for a dimension of any size. */
export interface TensorInfo {
  readonly name: string;
  readonly datatype: Datatype;
  readonly shape: readonly number[];
}

export function elementCount(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

export function closedShape(shape: readonly number[]): number[] {
  return shape.map((size) => (size === -1 ? 1 : size));
}

export function jsonZero(datatype: Datatype): '' | false | 0 {
  if (datatype === 'BYTES') return '';
  return datatype === 'BOOL' ? false : 0;
}

/**
 * Nests elements by a shape.
 * @param element returns the next element on each call, in row-major order
 * @param row makes a row from its parts; not called for a shape without dimensions. @default makes an array
 */
export function nest<Part>(
  shape: readonly number[],
  element: () => Part,
  row: (parts: Part[]) => Part = (parts) => parts as Part,
  axis = 0,
): Part {
  if (axis === shape.length) return element();
  return row(Array.from({ length: shape[axis]! }, () => nest(shape, element, row, axis + 1)));
}

/** Describes a tensor: `FP32 [1, 28, 28]`. */
export function describeTensor({ datatype, shape }: Pick<TensorInfo, 'datatype' | 'shape'>): string {
  return `${datatype} [${shape.join(', ')}]`;
}

export function fits(tensor: Tensor, { datatype, shape }: TensorInfo): boolean {
  return (
    tensor.datatype === datatype &&
    tensor.shape.length === shape.length &&
    shape.every((size, axis) => size === -1 || size === tensor.shape[axis])
  );
}

/** Quotes a name for messages, shortened, because a caller's text may be long. */
export function quote(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}

const NAMES_QUOTED = 3;

export function quoteNames(names: readonly string[]): string {
  return names.slice(0, NAMES_QUOTED).map(quote).join(', ') || 'nothing';
}

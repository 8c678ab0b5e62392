/** Tensors as raw bytes: Triton's binary tensor data extension. Elements are little-endian, row-major and without gaps. */
import { ARRAYS, type Datatype, elementCount, quote, type Tensor } from '../../../model/tensors.ts';
import { describeShape, nonFinite } from '../../../pipelines/tensor/elements.ts';
import { Problem } from '../../../problems/problems.ts';

/** Header that gives the length of the JSON in bytes. It is sent if binary data follows the JSON. */
export const HEADER_LENGTH = 'inference-header-content-length';

/** Each element of datatype BYTES follows its length, which takes this number of bytes. */
export const LENGTH_BYTES = 4;

/**
 * Reads an input with binary elements. The tensor is a view of `bytes`, or a copy if these are not aligned for the datatype.
 * @param bytes the bytes of this tensor only
 * @throws {Problem} `invalid-tensor` if the number of bytes does not match the shape, or a value is invalid for the datatype
 */
export function readBinaryData(
  name: string,
  datatype: Datatype,
  shape: readonly number[],
  bytes: Uint8Array<ArrayBuffer>,
): Tensor {
  const count = elementCount(shape);
  if (datatype === 'BYTES') return { datatype, shape, data: readStrings(name, shape, bytes, count) };
  const size = ARRAYS[datatype].BYTES_PER_ELEMENT;
  if (bytes.length !== count * size) {
    const due = `${count * size} bytes, as ${datatype} ${describeShape(shape)} says`;
    throw invalidBinary(name, `must have ${due}, not ${bytes.length}`);
  }
  const data: Tensor['data'] =
    bytes.byteOffset % size === 0
      ? new ARRAYS[datatype](bytes.buffer, bytes.byteOffset, count)
      : new ARRAYS[datatype](bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const wrong = datatype === 'BOOL' ? (data as Uint8Array).findIndex((byte) => byte > 1) : -1;
  if (wrong !== -1) {
    throw invalidBinary(name, `has byte ${data[wrong]} as element ${wrong}: BOOL is 0 or 1`);
  }
  const found = nonFinite(datatype, data);
  if (found) throw invalidBinary(name, `has ${found}: every element of ${datatype} must be finite`);
  return { datatype, shape, data } as Tensor;
}

/** Returns a view of each element, without the length that precedes it. */
function readStrings(
  name: string,
  shape: readonly number[],
  bytes: Uint8Array<ArrayBuffer>,
  count: number,
): Uint8Array[] {
  const due = `${count} elements of BYTES ${describeShape(shape)}, each after its length in ${LENGTH_BYTES} bytes`;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const elements: Uint8Array[] = [];
  let offset = 0;
  while (offset < bytes.length && elements.length < count) {
    const start = offset + LENGTH_BYTES;
    const end = start <= bytes.length ? start + view.getUint32(offset, true) : start;
    if (end > bytes.length) {
      throw invalidBinary(
        name,
        `ends within element ${elements.length}, after ${bytes.length} bytes; expected ${due}`,
      );
    }
    elements.push(bytes.subarray(start, end));
    offset = end;
  }
  if (elements.length === count && offset === bytes.length) return elements;
  const found =
    elements.length < count
      ? `only ${elements.length} elements`
      : `${bytes.length - offset} bytes beyond the last element`;
  throw invalidBinary(name, `has ${found}; expected ${due}`);
}

export function invalidBinary(name: string, what: string): Problem {
  return new Problem('invalid-tensor', `The binary data of input ${quote(name)} ${what}.`);
}

/** The elements as binary data: little-endian, row-major. The result is a view of the tensor for all datatypes but BYTES. */
export function writeBinaryData({ datatype, data }: Tensor): Uint8Array {
  // Typed arrays are little-endian on x86-64 and ARM64, for which ONNX Runtime's package is built.
  if (datatype !== 'BYTES') return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const size = data.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const element of data) {
    view.setUint32(offset, element.length, true);
    bytes.set(element, offset + LENGTH_BYTES);
    offset += LENGTH_BYTES + element.length;
  }
  return bytes;
}

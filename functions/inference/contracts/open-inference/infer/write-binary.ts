/** Tensors as raw bytes: Triton's binary tensor data extension. */
import type { Tensor } from '../../../model/tensors.ts';

/** Before each element of datatype BYTES: how many bytes it has, 4 bytes. */
const LENGTH_BYTES = 4;

/** The elements as they go over the wire: little-endian, row-major. A view of the tensor where it has them so already. */
export function writeBinaryData({ datatype, data }: Tensor): Uint8Array {
  // Typed arrays are little-endian on every architecture that Lambda and Node have.
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

/** Tensors as the response cache keeps them: JSON with the elements in base64. */
import { blank } from '../../model/tensor-part.ts';
import {
  ARRAYS,
  closedShape,
  type Datatype,
  elementCount,
  type Tensor,
  type TensorInfo,
  type Tensors,
} from '../../model/tensors.ts';
import { bytesOf, toBase64 } from '../shared/tensors.ts';

type Packed = [name: string, datatype: Datatype, shape: readonly number[], data: string | string[]];

export function packTensors(tensors: Tensors): string {
  return JSON.stringify(
    Object.entries(tensors).map(
      ([name, { datatype, shape, data }]): Packed => [
        name,
        datatype,
        shape,
        ArrayBuffer.isView(data) ? toBase64(data) : data.map(toBase64),
      ],
    ),
  );
}

export function unpackTensors(text: string): Tensors {
  const packed = JSON.parse(text) as Packed[];
  return Object.fromEntries(
    packed.map(([name, datatype, shape, data]) => [
      name,
      { datatype, shape, data: unpackElements(datatype, data) } as Tensor,
    ]),
  );
}

function unpackElements(datatype: Datatype, data: string | string[]): Tensor['data'] {
  if (datatype === 'BYTES' || typeof data !== 'string') {
    return [data].flat().map(bytesOf);
  }
  return new ARRAYS[datatype](bytesOf(data).buffer);
}

/** @param shape by default the place's own, with one for every open dimension */
export function blankTensor({ datatype, shape: open }: TensorInfo, shape?: readonly number[]): Tensor {
  const filled = shape ?? closedShape(open);
  if (datatype !== 'BYTES') return blank(datatype, filled);
  const data = Array.from({ length: elementCount(filled) }, () => new Uint8Array(0));
  return { datatype, shape: filled, data };
}

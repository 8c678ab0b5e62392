/** Tensors as the response cache keeps them: JSON with the elements in base64. */
import {
  ARRAYS,
  closedShape,
  type Datatype,
  type Elements,
  elementCount,
  type SizedDatatype,
  type Tensor,
  type TensorInfo,
  type Tensors,
} from '../../model/tensors.ts';

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
    return [data].flat().map((element) => Uint8Array.from(Buffer.from(element, 'base64')));
  }
  const bytes = Buffer.from(data, 'base64');
  const perElement = elementsFor(datatype, 1).byteLength;
  const elements = elementsFor(datatype, bytes.length / perElement);
  new Uint8Array(elements.buffer).set(bytes);
  return elements;
}

function toBase64({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('base64');
}

function elementsFor<Type extends SizedDatatype>(datatype: Type, count: number): Elements[Type] {
  return new ARRAYS[datatype](count) as Elements[Type];
}

/** @param shape by default the place's own, with one for every open dimension */
export function blankTensor({ datatype, shape: open }: TensorInfo, shape?: readonly number[]): Tensor {
  const filled = shape ?? closedShape(open);
  const count = elementCount(filled);
  const data =
    datatype === 'BYTES'
      ? Array.from({ length: count }, () => new Uint8Array(0))
      : elementsFor(datatype, count);
  return { datatype, shape: filled, data } as Tensor;
}

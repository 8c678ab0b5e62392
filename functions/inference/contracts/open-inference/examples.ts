/** Example requests and responses: zeros or a white picture. Open dimensions are 1. */
import { ARRAYS, closedShape, elementCount, jsonZero, type TensorInfo } from '../../model/tensors.ts';
import { modelPath } from '../addresses.ts';
import type { ModelInfo } from '../contract.ts';
import { EXAMPLE_PICTURE, quoteArgument } from '../examples.ts';
import { HEADER_LENGTH } from './infer/request-body.ts';

/** An element of datatype BYTES has its length before it. */
const LENGTH_BYTES = 4;
/** Outputs that are shown have no more elements. */
const ELEMENTS_SHOWN = 10;

/** A request whose tensors are in the JSON; undefined where they are too many, or a file. */
export function jsonInferRequest(model: ModelInfo, mostElements: number): object | undefined {
  const places = placesOf(model);
  const elements = places.reduce((sum, { shape }) => sum + elementCount(shape), 0);
  if (takesFile(model) || elements > mostElements) return undefined;
  return { inputs: places.map(withZeros), ...wanted(model) };
}

/** The JSON of a request whose tensors lie behind it, in so many bytes. */
export function binaryInferRequest(model: ModelInfo): { header: object; bytes: number } {
  if (takesFile(model)) {
    const [place] = model.tensors.inputs as [TensorInfo];
    const bytes = LENGTH_BYTES + atob(EXAMPLE_PICTURE).length;
    const picture = { name: place.name, datatype: 'BYTES', shape: [1], parameters: sizeOf(bytes) };
    return { header: { inputs: [picture], ...wanted(model) }, bytes };
  }
  const places = placesOf(model);
  const bytes = places.reduce((sum, place) => sum + byteCount(place), 0);
  return { header: { inputs: places.map(withSize), ...wanted(model) }, bytes };
}

export function exampleResponse(model: ModelInfo): object {
  const { name, version, tensors, labels } = model;
  const outputs = tensors.outputs
    .map((place) => ({ ...place, shape: closedShape(place.shape) }))
    .filter((place) => elementCount(place.shape) <= ELEMENTS_SHOWN)
    .map(withZeros)
    .map((output) => (output.name === 'label' && labels ? { ...output, data: [labels.labels[0]] } : output));
  return { model_name: name, model_version: version, outputs };
}

/** Zeros are no picture file, so models that take one get one. */
function takesFile({ pipeline, tensors: { inputs } }: ModelInfo): boolean {
  return pipeline === 'image-classification' && inputs[0]?.datatype === 'BYTES';
}

/** For a picture the first output, its label; for any other input all outputs. */
function wanted(model: ModelInfo): object {
  const [first] = model.tensors.outputs;
  if (takesFile(model) && first) return { outputs: [{ name: first.name }] };
  return {};
}

function placesOf({ tensors: { inputs } }: ModelInfo): TensorInfo[] {
  return inputs.map((place) => ({ ...place, shape: closedShape(place.shape) }));
}

function withZeros({ name, datatype, shape }: TensorInfo) {
  const zero = jsonZero(datatype);
  return { name, datatype, shape, data: Array.from({ length: elementCount(shape) }, () => zero) };
}

function withSize(place: TensorInfo) {
  const { name, datatype, shape } = place;
  return { name, datatype, shape, parameters: sizeOf(byteCount(place)) };
}

const sizeOf = (bytes: number) => ({ binary_data_size: bytes });

/** Of zeros: an empty element of datatype BYTES is its length. */
function byteCount({ datatype, shape }: TensorInfo): number {
  const size = datatype === 'BYTES' ? LENGTH_BYTES : ARRAYS[datatype].BYTES_PER_ELEMENT;
  return size * elementCount(shape);
}

/** More elements than these are not written out. */
const ELEMENTS_WRITTEN = 40;

export function exampleFor(model: ModelInfo): string {
  const url = `"$ADDRESS${modelPath(model.name)}/infer"`;
  const json = jsonInferRequest(model, ELEMENTS_WRITTEN);
  if (json) {
    return `curl -s ${url} -H 'content-type: application/json' -d ${quoteArgument(JSON.stringify(json))}`;
  }
  const { header, bytes } = binaryInferRequest(model);
  const request = JSON.stringify(header);
  const data = takesFile(model) ? `printf '${octal(atob(EXAMPLE_PICTURE))}'` : `head -c ${bytes} /dev/zero`;
  const length = new TextEncoder().encode(request).length;
  const headers = `-H 'content-type: application/octet-stream' -H '${HEADER_LENGTH}: ${length}'`;
  return `{ printf %s ${quoteArgument(request)}; ${data}; } | curl -s ${url} ${headers} --data-binary @-`;
}

/** One element of datatype BYTES, its length before it, as every `printf` writes it: `base64` differs between systems. */
function octal(file: string): string {
  const { length } = file;
  const bytes = [
    length & 0xff,
    (length >> 8) & 0xff,
    0,
    0,
    ...Array.from(file, (byte) => byte.charCodeAt(0)),
  ];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

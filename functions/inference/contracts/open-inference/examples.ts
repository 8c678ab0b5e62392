/** Example requests and responses: zeros or a white picture. Open dimensions are 1. */
import { ARRAYS, type Datatype, elementCount, jsonZero, type TensorInfo } from '../../model/tensors.ts';
import { PICTURE } from '../../pipelines/picture/input/tensor-view.ts';
import { modelPath } from '../addresses.ts';
import type { ModelInfo } from '../contract.ts';
import {
  closedPlaces,
  EXAMPLE_PICTURE,
  elementsOf,
  postJson,
  quoteArgument,
} from '../description/examples.ts';
import { LENGTH_BYTES, writeBinaryData } from './infer/binary.ts';
import { HEADER_LENGTH } from './infer/request-body.ts';

/** Examples show outputs that have no more elements than this. */
const ELEMENTS_SHOWN = 10;

/** A request with tensors in JSON; undefined if they are too many, or a file. */
export function jsonInferRequest(model: ModelInfo, mostElements: number): object | undefined {
  const places = closedPlaces(model.tensors.inputs);
  if (takesFile(model) || elementsOf(places) > mostElements) return undefined;
  return { inputs: places.map(withZeros) };
}

/**
 * The JSON of a request with binary tensors, and their number of bytes. For a model of pictures, the request names
 * only the first output, the label.
 */
export function binaryInferRequest(model: ModelInfo): { header: object; bytes: number } {
  const isFile = takesFile(model);
  const { inputs, outputs } = model.tensors;
  const sized = closedPlaces(inputs).map(({ name, datatype, shape }) => {
    const size = isFile ? pictureElement().length : zeroBytes(datatype);
    return { name, datatype, shape, parameters: { binary_data_size: size * elementCount(shape) } };
  });
  const bytes = sized.reduce((sum, { parameters }) => sum + parameters.binary_data_size, 0);
  const wanted = isFile && { outputs: outputs.slice(0, 1).map(({ name }) => ({ name })) };
  return { header: { inputs: sized, ...wanted }, bytes };
}

export function exampleResponse({ name, version, tensors, labels }: ModelInfo): object {
  const outputs = closedPlaces(tensors.outputs)
    .filter((place) => elementCount(place.shape) <= ELEMENTS_SHOWN)
    .map(withZeros)
    .map((output) => (output.name === 'label' && labels ? { ...output, data: [labels.labels[0]] } : output));
  return { model_name: name, model_version: version, outputs };
}

/** Models that take a file need a picture, because zeros are not a picture file. */
function takesFile({ tensors: { inputs } }: ModelInfo): boolean {
  return inputs[0]?.name === PICTURE && inputs[0].datatype === 'BYTES';
}

/** A picture as an element of datatype BYTES, preceded by its length. */
function pictureElement(): Uint8Array {
  const data = [Buffer.from(EXAMPLE_PICTURE, 'base64')];
  return writeBinaryData({ datatype: 'BYTES', shape: [data.length], data });
}

/** Size of a zero, or of an empty text, which has only its length. */
function zeroBytes(datatype: Datatype): number {
  return datatype === 'BYTES' ? LENGTH_BYTES : ARRAYS[datatype].BYTES_PER_ELEMENT;
}

function withZeros({ name, datatype, shape }: TensorInfo) {
  const zero = jsonZero(datatype);
  return { name, datatype, shape, data: Array.from({ length: elementCount(shape) }, () => zero) };
}

/** Larger tensors are not written out. */
const ELEMENTS_WRITTEN = 40;

export function exampleFor(model: ModelInfo): string {
  const url = `"$ADDRESS${modelPath(model.name)}/infer"`;
  const json = jsonInferRequest(model, ELEMENTS_WRITTEN);
  if (json) return postJson(url, json);
  const { header, bytes } = binaryInferRequest(model);
  const request = JSON.stringify(header);
  const data = takesFile(model) ? `printf '${octal(pictureElement())}'` : `head -c ${bytes} /dev/zero`;
  const length = Buffer.byteLength(request);
  const headers = `-H 'content-type: application/octet-stream' -H '${HEADER_LENGTH}: ${length}'`;
  return `{ printf %s ${quoteArgument(request)}; ${data}; } | curl -s ${url} ${headers} --data-binary @-`;
}

/** Octal escapes work in every `printf`, whereas the options of `base64` differ between systems. */
function octal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

/** Example requests and responses: zeros or a white picture. Open dimensions are 1. */
import { ARRAYS, type Datatype, elementCount, jsonZero, type TensorInfo } from '../../model/tensors.ts';
import { PICTURE } from '../../pipelines/picture/input/tensor-view.ts';
import type { ModelInfo } from '../contract.ts';
import { closedPlaces, EXAMPLE_PICTURE, elementsOf } from '../description/examples.ts';
import { LENGTH_BYTES } from './infer/binary.ts';

/** Examples show outputs that have no more elements than this. */
const ELEMENTS_SHOWN = 10;

/** A request with tensors in JSON; undefined if they are too many, or a file. */
export function jsonInferRequest(model: ModelInfo, mostElements: number): object | undefined {
  const places = closedPlaces(model.tensors.inputs);
  if (takesFile(model) || elementsOf(places) > mostElements) return undefined;
  return { inputs: places.map(withZeros) };
}

/** The JSON of a request with binary tensors. For a model of pictures, it names only the first output, the label. */
export function binaryInferRequest(model: ModelInfo): object {
  const isFile = takesFile(model);
  const { inputs, outputs } = model.tensors;
  const sized = closedPlaces(inputs).map(({ name, datatype, shape }) => {
    const size = isFile ? PICTURE_BYTES : zeroBytes(datatype);
    return { name, datatype, shape, parameters: { binary_data_size: size * elementCount(shape) } };
  });
  return { inputs: sized, ...(isFile && { outputs: outputs.slice(0, 1).map(({ name }) => ({ name })) }) };
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

/** Size of a picture as an element of datatype BYTES. */
const PICTURE_BYTES = LENGTH_BYTES + Buffer.byteLength(EXAMPLE_PICTURE, 'base64');

/** Size of a zero, or of an empty text, which has only its length. */
function zeroBytes(datatype: Datatype): number {
  return datatype === 'BYTES' ? LENGTH_BYTES : ARRAYS[datatype].BYTES_PER_ELEMENT;
}

function withZeros({ name, datatype, shape }: TensorInfo) {
  const zero = jsonZero(datatype);
  return { name, datatype, shape, data: Array.from({ length: elementCount(shape) }, () => zero) };
}

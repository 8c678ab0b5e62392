/** Example requests and responses. Tensors have zeros, `label` has the first label, pictures are white, open dimensions are 1. */
import { ARRAYS, closedShape, type Datatype, type TensorInfo } from '../../model/tensors.ts';
import { PICTURE } from '../../pipelines/picture/input/tensor-view.ts';
import { blankTensor } from '../../pipelines/tensor/pipeline.ts';
import { writeJsonData } from '../../pipelines/tensor/write-json.ts';
import type { ModelInfo } from '../contract.ts';
import { EXAMPLE_PICTURE, elementsOf } from '../description/examples.ts';
import { LENGTH_BYTES } from './infer/binary.ts';

/** Examples show outputs that have no more elements than this. */
const ELEMENTS_SHOWN = 10;

/** A request with tensors in JSON. Undefined if the model takes a file, or its inputs have more elements than `mostElements`. */
export function jsonInferRequest(model: ModelInfo, mostElements: number): object | undefined {
  const { inputs } = model.tensors;
  if (takesFile(model) || elementsOf(inputs) > mostElements) return undefined;
  return { inputs: inputs.map(withZeros) };
}

/** The JSON of a request with binary tensors. For a model that takes files, it requests only the first output. */
export function binaryInferRequest(model: ModelInfo): object {
  const isFile = takesFile(model);
  const { inputs, outputs } = model.tensors;
  const sized = inputs.map((tensor) => {
    const { name, datatype, shape } = tensor;
    const size = isFile ? PICTURE_BYTES : zeroBytes(datatype) * elementsOf([tensor]);
    return { name, datatype, shape: closedShape(shape), parameters: { binary_data_size: size } };
  });
  return { inputs: sized, ...(isFile && { outputs: outputs.slice(0, 1).map(({ name }) => ({ name })) }) };
}

export function exampleResponse({ name, version, tensors, labels }: ModelInfo): object {
  const outputs = tensors.outputs
    .filter((tensor) => elementsOf([tensor]) <= ELEMENTS_SHOWN)
    .map(withZeros)
    .map((output) => (output.name === 'label' && labels ? { ...output, data: [labels.labels[0]] } : output));
  return { model_name: name, model_version: version, outputs };
}

/** Whether the example needs a picture file, because the model does not take a tensor of zeros. */
function takesFile({ tensors: { inputs } }: ModelInfo): boolean {
  return inputs[0]?.name === PICTURE && inputs[0].datatype === 'BYTES';
}

const PICTURE_BYTES = LENGTH_BYTES + Buffer.byteLength(EXAMPLE_PICTURE, 'base64');

/** Bytes of a zero, or of an empty text. Sizes are computed from them, because the zeros of a large input would take memory. */
function zeroBytes(datatype: Datatype): number {
  return datatype === 'BYTES' ? LENGTH_BYTES : ARRAYS[datatype].BYTES_PER_ELEMENT;
}

function withZeros(tensor: TensorInfo) {
  const { name } = tensor;
  const zeros = blankTensor(tensor);
  const { datatype, shape } = zeros;
  return { name, datatype, shape, data: JSON.parse(writeJsonData(name, zeros, '')) };
}

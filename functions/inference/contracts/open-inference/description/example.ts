/** A command line for bash and curl that asks a task about nothing much: zeros, or a white picture. */

import { ARRAYS, elementCount, type TensorInfo } from '../../../kinds/tensors.ts';
import { modelPath } from '../../addresses.ts';
import type { TaskInfo } from '../../contract.ts';

import { HEADER_LENGTH } from '../infer/request-body.ts';

/** More elements than these are not written out. */
const ELEMENTS_SHOWN = 40;
/** An empty element of datatype BYTES is its length, which is zero. */
const EMPTY_ELEMENT_BYTES = 4;

/** The length of a file in 4 bytes, and the file: a white PNG of 32 by 32 pixels; in base64. */
const PICTURE_ELEMENT =
  'TwAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgAAAAAVhElKAAAABZJREFUeNpj+E8AMIwqGFUwqmCkKgAAP2j8LqlE0MgAAAAASUVORK5CYII=';

/** One line that can be pasted; open dimensions are 1. Tasks that take picture files get one, for zeros are none. */
export function exampleFor(task: TaskInfo): string {
  const [first] = task.tensors.inputs;
  const takesFile = task.kind === 'image-labels' && first?.datatype === 'BYTES';
  return takesFile ? pictureExample(task, first) : zerosExample(task);
}

function pictureExample({ name, tensors: { outputs } }: TaskInfo, place: TensorInfo): string {
  const size = atob(PICTURE_ELEMENT).length;
  const request = JSON.stringify({
    inputs: [{ name: place.name, datatype: 'BYTES', shape: [1], parameters: { binary_data_size: size } }],
    outputs: outputs.slice(0, 1).map((output) => ({ name: output.name })),
  });
  return binaryCommand(name, request, `echo ${PICTURE_ELEMENT} | base64 -d`);
}

function zerosExample({ name, tensors: { inputs, outputs } }: TaskInfo): string {
  const places = inputs.map((place) => ({
    ...place,
    shape: place.shape.map((size) => (size === -1 ? 1 : size)),
  }));
  const elements = places.reduce((sum, { shape }) => sum + elementCount(shape), 0);
  // JSON cannot carry FP16, so that goes out into a file.
  const binaryOutput = outputs.some(({ datatype }) => datatype === 'FP16');
  const asked = binaryOutput ? { parameters: { binary_data_output: true } } : {};
  const output = binaryOutput ? ' --output answer.bin' : '';
  if (elements <= ELEMENTS_SHOWN && places.every(({ datatype }) => datatype !== 'FP16')) {
    const request = JSON.stringify({ inputs: places.map(withZeros), ...asked });
    return `curl -s ${urlOf(name)} -H 'content-type: application/json' -d ${quote(request)}${output}`;
  }
  const request = JSON.stringify({ inputs: places.map(withSize), ...asked });
  const bytes = places.reduce((sum, place) => sum + sizeOf(place), 0);
  return `${binaryCommand(name, request, `head -c ${bytes} /dev/zero`)}${output}`;
}

/** @param data a command that writes what follows the JSON */
function binaryCommand(task: string, request: string, data: string): string {
  const length = new TextEncoder().encode(request).length;
  const headers = `-H 'content-type: application/octet-stream' -H '${HEADER_LENGTH}: ${length}'`;
  return `{ printf %s ${quote(request)}; ${data}; } | curl -s ${urlOf(task)} ${headers} --data-binary @-`;
}

const urlOf = (task: string) => `"$ADDRESS${modelPath(task)}/infer"`;

function withZeros({ name, datatype, shape }: TensorInfo) {
  const zero = datatype === 'BYTES' ? '' : datatype === 'BOOL' ? false : 0;
  return { name, datatype, shape, data: Array.from({ length: elementCount(shape) }, () => zero) };
}

function withSize(place: TensorInfo) {
  const { name, datatype, shape } = place;
  return { name, datatype, shape, parameters: { binary_data_size: sizeOf(place) } };
}

function sizeOf({ datatype, shape }: TensorInfo): number {
  const size = datatype === 'BYTES' ? EMPTY_ELEMENT_BYTES : ARRAYS[datatype].BYTES_PER_ELEMENT;
  return size * elementCount(shape);
}

/** An argument of a command line, whatever is in it. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The tensors of a request, from its JSON and from what follows it. */
import { elementCount, quote, type Tensor, type Tensors } from '../../../model/tensors.ts';
import { describeShape } from '../../../pipelines/tensor/elements.ts';
import { invalidInput, readJsonData } from '../../../pipelines/tensor/read-json.ts';
import { Problem } from '../../../problems/problems.ts';
import type { InferInput } from '../schemas.ts';
import { invalidBinary, readBinaryData } from './binary.ts';
import { HEADER_LENGTH } from './request-body.ts';

/**
 * Every input by its name. Whether a model takes them is not looked at here.
 *
 * @param binary what follows the JSON, the binary tensors in the order of `inputs`
 * @param missing whether `null` in JSON stands for NaN
 * @throws {Problem} `invalid-tensor` where elements and datatype, shape or size do not go together
 */
export function readTensors(
  inputs: readonly InferInput[],
  binary: Uint8Array<ArrayBuffer> | undefined,
  missing: boolean,
): Tensors {
  // No prototype: an input may have any name, "constructor" too.
  const tensors: Record<string, Tensor> = Object.create(null);
  let offset = 0;
  for (const input of inputs) {
    const { name, datatype, shape, data } = input;
    if (tensors[name]) throw invalid(`There must be one input ${quote(name)}, not several`);
    if (!Number.isSafeInteger(elementCount(shape))) {
      throw invalidInput(name, `has more elements than can be sent: ${describeShape(shape)}`);
    }
    const size = binarySize(input, binary);
    if (size === undefined) {
      tensors[name] = readJsonData(name, datatype, shape, data, missing);
      continue;
    }
    const left = binary!.length - offset;
    if (size > left) {
      throw invalidBinary(name, `must have ${size} bytes; the body has ${left} left`);
    }
    tensors[name] = readBinaryData(name, datatype, shape, binary!.subarray(offset, offset + size));
    offset += size;
  }
  if (binary && offset < binary.length) {
    const due = `the ${offset} bytes of binary data that its inputs name`;
    throw invalid(`The body must end after ${due}; there are ${binary.length - offset} more`);
  }
  return tensors;
}

/** How many bytes of binary data an input has; undefined where its elements are JSON. */
function binarySize(
  { name, parameters, data }: InferInput,
  binary: Uint8Array<ArrayBuffer> | undefined,
): number | undefined {
  const size = parameters?.binary_data_size ?? undefined;
  const given = data !== undefined && data !== null;
  if (given === (size !== undefined)) {
    const found = given ? 'both' : 'neither';
    throw invalidInput(name, `must have "data" or the parameter "binary_data_size"; it has ${found}`);
  }
  if (size !== undefined && !binary) {
    throw invalidInput(name, `has binary data: the header ${HEADER_LENGTH} must say where they begin`);
  }
  return size;
}

function invalid(message: string): Problem {
  return new Problem('invalid-tensor', `${message}.`);
}

/** Reads the tensors of a request from its JSON and the binary data behind it. */
import { elementCount, quote, type Tensor, type Tensors } from '../../../model/tensors.ts';
import { describeShape } from '../../../pipelines/tensor/elements.ts';
import { invalidInput, readJsonData } from '../../../pipelines/tensor/read-json.ts';
import { Problem } from '../../../problems/problems.ts';
import type { InferInput } from '../schemas.ts';
import { HEADER_LENGTH, invalidBinary, readBinaryData } from './binary.ts';

/**
 * Reads every input by its name, without checking whether the model takes it.
 * @param binary the binary tensors behind the JSON, in the order of `inputs`
 * @param missing whether `null` in JSON stands for NaN
 * @throws {Problem} `invalid-tensor` if elements do not match datatype, shape or size
 */
export function readTensors(
  inputs: readonly InferInput[],
  binary: Uint8Array<ArrayBuffer> | undefined,
  missing: boolean,
): Tensors {
  // The object has no prototype because an input may have any name, even "constructor".
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
    const due = `the ${offset} bytes of binary data that its inputs declare`;
    throw invalid(`The body must end after ${due}; there are ${binary.length - offset} more`);
  }
  return tensors;
}

/** Bytes of an input's binary data; undefined if its elements are JSON. */
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
    throw invalidInput(name, `has binary data: the header ${HEADER_LENGTH} must say where it begins`);
  }
  return size;
}

function invalid(message: string): Problem {
  return new Problem('invalid-tensor', `${message}.`);
}

/** Reads inference requests of the Open Inference Protocol. */
import { createHash } from 'node:crypto';
import { elementCount, quote, type Tensor, type TensorInfo, type Tensors } from '../../../model/tensors.ts';
import { describeShape } from '../../../pipelines/tensor/elements.ts';
import { invalidInput, readJsonData } from '../../../pipelines/tensor/read-json.ts';
import { TEXT_TYPE } from '../../../problems/gateway-problems.ts';
import { Problem } from '../../../problems/problems.ts';
import type { ModelInfo } from '../../contract.ts';
import { type HttpRequest, parseJson } from '../../http.ts';
import { checkBody } from '../../request/check-body.ts';
import { cachedUnder } from '../../request/request-id.ts';
import { type InferInput, type InferRequest, RequestSchema } from '../schemas.ts';
import { HEADER_LENGTH, invalidBinary, readBinaryData, writeBinaryData } from './binary.ts';

/** A request, and the form that its response must have. */
export type ParsedInferRequest = ReturnType<typeof parseInferRequest>;

/**
 * Reads `POST /v2/models/<model>/infer`. The wire format is checked here; the tensor view checks whether the model takes these
 * tensors.
 * @throws {Problem} when the body is not a valid request to this model
 */
export function parseInferRequest(httpRequest: HttpRequest, { name, pipeline, tensors: view }: ModelInfo) {
  const { header, binary } = readBody(httpRequest);
  const request = checkBody(RequestSchema, header);
  if ((request.model_name ?? name) !== name) {
    const found = quote(`${request.model_name}`);
    throw new Problem('invalid-request', `/model_name must be ${quote(name)} at this address, not ${found}.`);
  }
  const outputs = wantedOutputs(request, view.outputs);
  const wanted = outputs.map(({ name }) => name);
  const tensors = readTensors(request.inputs, binary, pipeline === 'tensor');
  const input = view.input(tensors, wanted);
  return {
    ...cachedUnder(httpRequest, () => digestOf(tensors, wanted)),
    /** The protocol's `id`, which the response repeats. */
    echoedId: request.id ?? undefined,
    input,
    outputs,
  };
}

/**
 * The requested outputs, in their order; all outputs if the request names none, as in Triton.
 * @throws {Problem} `invalid-request` for an output that does not exist or is requested twice
 */
function wantedOutputs(
  { parameters, outputs }: Pick<InferRequest, 'parameters' | 'outputs'>,
  available: readonly TensorInfo[],
) {
  const binary = parameters?.binary_data_output ?? false;
  const named = outputs?.length ? outputs : available.map(({ name }) => ({ name, parameters: undefined }));
  const names = new Set<string>();
  return named.map(({ name, parameters: own }) => {
    if (!available.some((output) => output.name === name)) {
      const known = available.map((output) => quote(output.name)).join(', ');
      throw new Problem('invalid-request', `There is no output ${quote(name)}; available: ${known}.`);
    }
    if (names.has(name)) {
      throw new Problem('invalid-request', `The output ${quote(name)} must be requested once, not twice.`);
    }
    names.add(name);
    return { name, binary: own?.binary_data ?? binary };
  });
}

/**
 * SHA-256 of a request in hexadecimal. The same tensors have the same hash in JSON and in binary data, flat and nested, and in
 * every order of the inputs. The hash depends on the outputs and their order.
 * @param outputs names of the requested outputs, explicit or by default
 */
function digestOf(tensors: Tensors, outputs: readonly string[]): string {
  const inputs = Object.keys(tensors)
    .sort()
    .map((name) => ({ name, ...tensors[name]!, data: writeBinaryData(tensors[name]!) }));
  const described = inputs.map(({ name, datatype, shape, data }) => [name, datatype, shape, data.length]);
  // The lengths separate one tensor from the next.
  const hash = createHash('sha256').update(JSON.stringify([described, outputs]));
  for (const { data } of inputs) hash.update(data);
  return hash.digest('hex');
}

const NOT_JSON = `The body must be one JSON object in UTF-8; if binary data follows, the header ${HEADER_LENGTH} must give the length of the JSON.`;

/** The character that replaces invalid bytes in a text. */
const LOST = Buffer.from('\uFFFD');

/**
 * Splits the body. As in Triton, no particular media type is required, because clients send different types or none.
 * @returns the parsed JSON, and the binary data if the request says that any follow
 * @throws {Problem} `invalid-request` if the header's length is impossible, `not-json` if the first part is not JSON,
 *   `media-type` if this length is given, a text type is declared and the body has U+FFFD: a gateway may have damaged the data
 */
function readBody({ header, body }: HttpRequest) {
  const length = header(HEADER_LENGTH);
  if (length === undefined) return { header: parseJson(body, NOT_JSON), binary: undefined };
  const end = /^\d+$/.test(length.trim()) ? Number(length) : Number.NaN;
  if (!(end <= body.length)) {
    throw new Problem(
      'invalid-request',
      `The header ${HEADER_LENGTH} must be the length of the JSON in bytes, at most ${body.length}, the length of the body.`,
    );
  }
  if (TEXT_TYPE.test(header('content-type') ?? '') && body.includes(LOST)) {
    throw new Problem(
      'media-type',
      'The binary data may have been damaged on its way, because its content-type is a text type: send application/octet-stream.',
    );
  }
  return { header: parseJson(body.subarray(0, end), NOT_JSON), binary: body.subarray(end) };
}

/**
 * Reads all inputs, without checking whether the model takes them. @returns the tensors by the names of the inputs
 * @param binary the binary tensors behind the JSON, in the order of `inputs`
 * @param missing whether `null` in JSON stands for NaN
 * @throws {Problem} `invalid-tensor` if an input is sent twice, or its elements do not match its datatype, shape or size
 */
function readTensors(
  inputs: readonly InferInput[],
  binary: Uint8Array<ArrayBuffer> | undefined,
  missing: boolean,
): Tensors {
  // The object has no prototype because an input may have any name, even "constructor".
  const tensors: Record<string, Tensor> = Object.create(null);
  let offset = 0;
  for (const input of inputs) {
    const { name, datatype, shape, data } = input;
    if (tensors[name]) throw invalid(`The input ${quote(name)} must be sent once, not several times`);
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

/** Number of bytes of an input's binary data; undefined if its elements are JSON. */
function binarySize(
  { name, parameters, data }: InferInput,
  binary: Uint8Array<ArrayBuffer> | undefined,
): number | undefined {
  const size = parameters?.binary_data_size ?? undefined;
  const given = data !== undefined && data !== null;
  if (given === (size !== undefined)) {
    const found = given ? 'both' : 'neither';
    throw invalidInput(name, `must have either "data" or the parameter "binary_data_size"; it has ${found}`);
  }
  if (size !== undefined && !binary) {
    throw invalidInput(name, `has binary data: the header ${HEADER_LENGTH} must say where it begins`);
  }
  return size;
}

function invalid(message: string): Problem {
  return new Problem('invalid-tensor', `${message}.`);
}

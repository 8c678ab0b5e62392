/** Reads an inference request of the protocol. */
import { createHash } from 'node:crypto';
import { quote, type TensorInfo, type Tensors } from '../../../model/tensors.ts';
import { TEXT_TYPE } from '../../../problems/gateway-problems.ts';
import { Problem } from '../../../problems/problems.ts';
import type { ModelInfo, ParsedRequest } from '../../contract.ts';
import { type HttpRequest, parseJson } from '../../http.ts';
import { checkBody } from '../../request/check-body.ts';
import { cachedUnder } from '../../request/request-id.ts';
import { type InferRequest, RequestSchema } from '../schemas.ts';
import { HEADER_LENGTH, writeBinaryData } from './binary.ts';
import { readTensors } from './input-tensors.ts';

/** A request with the form in which its response must be written. */
export interface ParsedInferRequest extends ParsedRequest {
  /** The protocol's `id`, which the response repeats. */
  readonly echoedId: string | undefined;
  readonly outputs: ReturnType<typeof wantedOutputs>;
}

/**
 * Reads `POST /v2/models/<model>/infer`. The wire format is checked here; the tensor view checks whether the model takes these
 * tensors.
 * @throws {Problem} when the body is not a valid request to this model
 */
export function parseInferRequest(
  httpRequest: HttpRequest,
  { name, pipeline, tensors: view }: ModelInfo,
): ParsedInferRequest {
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
  places: readonly TensorInfo[],
) {
  const binary = parameters?.binary_data_output ?? false;
  const named = outputs?.length ? outputs : places.map(({ name }) => ({ name, parameters: undefined }));
  const names = new Set<string>();
  return named.map(({ name, parameters: own }) => {
    if (!places.some((place) => place.name === name)) {
      const known = places.map((candidate) => quote(candidate.name)).join(', ');
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
 * SHA-256 of a request in hexadecimal. It is the same for JSON and binary data, flat and nested, and for any order of the
 * inputs. Other outputs, or another order of them, make another request.
 * @param outputs names of the requested outputs, explicit or by default
 */
function digestOf(tensors: Tensors, outputs: readonly string[]): string {
  // Inputs are sorted by name, because their order has no meaning.
  const inputs = Object.keys(tensors)
    .sort()
    .map((name) => ({ name, ...tensors[name]!, data: writeBinaryData(tensors[name]!) }));
  const places = inputs.map(({ name, datatype, shape, data }) => [name, datatype, shape, data.length]);
  // The lengths separate one tensor from the next.
  const hash = createHash('sha256').update(JSON.stringify([places, outputs]));
  for (const { data } of inputs) hash.update(data);
  return hash.digest('hex');
}

const NOT_JSON = `The body must be one JSON object in UTF-8; if binary data follows, the header ${HEADER_LENGTH} must give the length of the JSON.`;

/** The character that replaces invalid bytes in a text. */
const LOST = Buffer.from('\uFFFD');

/**
 * Splits the body. Its media type is ignored, as in Triton, whose clients send several or none.
 * @returns the parsed JSON, and the binary data if the request says that any follow
 * @throws {Problem} `invalid-request` for an impossible length, `not-json`
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
      'A body with binary data must be of media type application/octet-stream.',
    );
  }
  return { header: parseJson(body.subarray(0, end), NOT_JSON), binary: body.subarray(end) };
}

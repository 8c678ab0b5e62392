/** A response as an inference reply: the protocol's `$inference_response`. */
import type { Tensor } from '../../../model/tensors.ts';
import type { InferenceResult, ModelInfo } from '../../contract.ts';
import type { HttpResponse } from '../../http.ts';
import { classify } from './classify.ts';
import type { ParsedInferRequest } from './request.ts';
import { HEADER_LENGTH } from './request-body.ts';
import { writeBinaryData } from './write-binary.ts';
import { writeJsonData } from './write-json.ts';

/** A response to a request that `parseInferRequest` made. */
export interface InferReply extends InferenceResult {
  readonly parsed: ParsedInferRequest;
}

/**
 * The reply with the requested outputs, in that order; binary ones follow the JSON.
 *
 * @throws {Problem} `invalid-request` where JSON cannot carry what is in an output
 */
export function inferReply({ parsed, output, version }: InferReply, model: ModelInfo): HttpResponse {
  const { echoedId: id, outputs } = parsed;
  const names = outputs.map(({ name }) => name);
  const tensors = model.tensors.output(output, names);
  const binary: Uint8Array[] = [];
  const parts = outputs.map((wanted) => {
    const given = tensors[wanted.name];
    if (!given) throw new Error(`The model ${model.name} gave no output ${wanted.name}`);
    const { classes } = wanted;
    const tensor = classes > 0 ? classify(wanted.name, given, classes, model.labels?.labels) : given;
    if (!wanted.binary) return describe(wanted.name, tensor, `"data":${writeJsonData(wanted.name, tensor)}`);
    const bytes = writeBinaryData(tensor);
    binary.push(bytes);
    return describe(wanted.name, tensor, `"parameters":{"binary_data_size":${bytes.length}}`);
  });
  const about = JSON.stringify({ model_name: model.name, model_version: version, id });
  // Elements are written as text already, 64-bit integers with all their digits.
  const header = `${about.slice(0, -1)},"outputs":[${parts.join(',')}]}`;
  return binary.length > 0 ? binaryResponse(header, binary) : response('application/json', header);
}

function describe(name: string, { datatype, shape }: Tensor, elements: string): string {
  return `${JSON.stringify({ name, datatype, shape }).slice(0, -1)},${elements}}`;
}

function binaryResponse(header: string, tensors: readonly Uint8Array[]): HttpResponse {
  const json = Buffer.from(header, 'utf8');
  const { headers, ...rest } = response('application/octet-stream', Buffer.concat([json, ...tensors]));
  return { ...rest, headers: { ...headers, [HEADER_LENGTH]: String(json.length) } };
}

function response(mediaType: string, body: string | Buffer<ArrayBuffer>): HttpResponse {
  return { status: 200, headers: { 'content-type': mediaType, 'cache-control': 'no-store' }, body };
}

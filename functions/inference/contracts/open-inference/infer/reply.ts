/** Writes an inference reply: the protocol's `$inference_response`. */
import type { Tensor } from '../../../model/tensors.ts';
import { writeJsonData } from '../../../pipelines/tensor/write-json.ts';
import type { InferenceResult, ModelInfo } from '../../contract.ts';
import { type HttpResponse, uncached } from '../../http.ts';
import { HEADER_LENGTH, writeBinaryData } from './binary.ts';
import type { ParsedInferRequest } from './request.ts';

/** Advice for outputs with elements that JSON cannot express. */
const AS_BINARY = 'request it as binary data, with "parameters": {"binary_data": true}';

/**
 * The reply with the requested outputs, in the requested order. Binary outputs follow the JSON.
 * @throws {Problem} `invalid-request` if JSON cannot express an output
 */
export function inferReply(
  { parsed: { echoedId: id, outputs }, output, version }: InferenceResult<ParsedInferRequest>,
  model: ModelInfo,
): HttpResponse {
  const names = outputs.map(({ name }) => name);
  const tensors = model.tensors.output(output, names);
  const binary: Uint8Array[] = [];
  const parts = outputs.map((wanted) => {
    const tensor = tensors[wanted.name];
    if (!tensor) throw new Error(`The model ${model.name} gave no output ${wanted.name}`);
    if (!wanted.binary)
      return describe(wanted.name, tensor, `"data":${writeJsonData(wanted.name, tensor, AS_BINARY)}`);
    const bytes = writeBinaryData(tensor);
    binary.push(bytes);
    return describe(wanted.name, tensor, `"parameters":{"binary_data_size":${bytes.length}}`);
  });
  const about = JSON.stringify({ model_name: model.name, model_version: version, id });
  // `parts` are already JSON, because `JSON.stringify` cannot write 64-bit integers.
  const header = `${about.slice(0, -1)},"outputs":[${parts.join(',')}]}`;
  if (binary.length === 0) return uncached(200, header);
  const json = Buffer.from(header, 'utf8');
  return uncached(200, Buffer.concat([json, ...binary]), {
    'content-type': 'application/octet-stream',
    [HEADER_LENGTH]: String(json.length),
  });
}

function describe(name: string, { datatype, shape }: Tensor, elements: string): string {
  return `${JSON.stringify({ name, datatype, shape }).slice(0, -1)},${elements}}`;
}

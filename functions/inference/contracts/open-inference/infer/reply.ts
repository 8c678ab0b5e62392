/** Writes an inference reply: the protocol's `$inference_response`. */
import { halvesOf, quote, type Tensor } from '../../../model/tensors.ts';
import { writeJsonData } from '../../../pipelines/tensor/write-json.ts';
import { Problem } from '../../../problems/problems.ts';
import type { InferenceResult, ModelInfo } from '../../contract.ts';
import { type HttpResponse, uncached } from '../../http.ts';
import { writeBinaryData } from './binary.ts';
import type { ParsedInferRequest } from './request.ts';
import { HEADER_LENGTH } from './request-body.ts';

/** Remedy for elements that JSON cannot express. */
const AS_BINARY = 'request it as binary data, with "parameters": {"binary_data": true}';

/**
 * The reply with the requested outputs, in that order; binary ones follow the JSON.
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
    const given = tensors[wanted.name];
    if (!given) throw new Error(`The model ${model.name} gave no output ${wanted.name}`);
    const { classes } = wanted;
    const tensor = classes > 0 ? classify(wanted.name, given, classes, model.labels?.labels) : given;
    if (!wanted.binary)
      return describe(wanted.name, tensor, `"data":${writeJsonData(wanted.name, tensor, AS_BINARY)}`);
    const bytes = writeBinaryData(tensor);
    binary.push(bytes);
    return describe(wanted.name, tensor, `"parameters":{"binary_data_size":${bytes.length}}`);
  });
  const about = JSON.stringify({ model_name: model.name, model_version: version, id });
  // The outputs are already text, with all digits of 64-bit integers.
  const header = `${about.slice(0, -1)},"outputs":[${parts.join(',')}]}`;
  return binary.length > 0 ? binaryResponse(header, binary) : uncached(200, header);
}

function describe(name: string, { datatype, shape }: Tensor, elements: string): string {
  return `${JSON.stringify({ name, datatype, shape }).slice(0, -1)},${elements}}`;
}

function binaryResponse(header: string, tensors: readonly Uint8Array[]): HttpResponse {
  const json = Buffer.from(header, 'utf8');
  return uncached(200, Buffer.concat([json, ...tensors]), {
    'content-type': 'application/octet-stream',
    [HEADER_LENGTH]: String(json.length),
  });
}

/** Triton writes as many decimals. */
const DECIMALS = 6;

/**
 * The best `count` classes of each row, best first: BYTES [..., count] with elements `score:index`, or `score:index:label`.
 * Scores are along the last dimension.
 * @param labels used if there is one for each class
 * @throws {Problem} `invalid-request` for an output without scores
 */
function classify(
  name: string,
  tensor: Tensor,
  count: number,
  labels: readonly string[] | undefined,
): Tensor {
  const { datatype, shape } = tensor;
  if (datatype === 'BYTES' || datatype === 'BOOL') {
    throw new Problem(
      'invalid-request',
      `The output ${quote(name)} is ${datatype}, which has no classes: request "classification" of an output of numbers.`,
    );
  }
  const scores: ArrayLike<number | bigint> = datatype === 'FP16' ? halvesOf(tensor.data) : tensor.data;
  const width = shape.at(-1) ?? 1;
  const kept = Math.min(count, width);
  const named = labels?.length === width ? labels : undefined;
  const data: Buffer[] = [];
  for (let row = 0; row < scores.length; row += width) {
    const best = Array.from({ length: width }, (_, index) => index)
      .sort((one, other) => Number(scores[row + other]!) - Number(scores[row + one]!))
      .slice(0, kept);
    for (const index of best) {
      const score = scores[row + index]!;
      const written = datatype.startsWith('FP') ? Number(score).toFixed(DECIMALS) : String(score);
      const label = named?.[index];
      data.push(Buffer.from(label === undefined ? `${written}:${index}` : `${written}:${index}:${label}`));
    }
  }
  return { datatype: 'BYTES', shape: [...shape.slice(0, -1), kept], data };
}

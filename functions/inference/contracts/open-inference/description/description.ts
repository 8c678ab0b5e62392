/** This contract's part of the OpenAPI description. */

import { ServiceStatistics } from '../../../telemetry/statistics.ts';
import type { ContractDescription, ModelInfo } from '../../contract.ts';
import { requestOperation } from '../../description/describe.ts';
import { type ErrorForm, failureResponses } from '../../description/responses.ts';
import { IDEMPOTENCY_KEY_PARAMETER } from '../../request-id.ts';
import { HEADER_LENGTH } from '../infer/request-body.ts';
import { information, modelPaths } from '../information.ts';
import { binaryInferRequest, exampleFor, exampleResponse, jsonInferRequest } from './bodies.ts';
import { PREFIX, reference, schemas } from './schemas.ts';

type Part = Readonly<Record<string, unknown>>;

const LENGTH = 'Bytes of JSON before the binary data, where there are any.';
/** A request with more elements is shown with binary data alone. */
const MOST_ELEMENTS = 1000;

const ERRORS: ErrorForm = {
  prefix: `${PREFIX}Error`,
  mediaType: 'application/json',
  schema: `${PREFIX}Error`,
  bodyOf: ({ detail }) => ({ error: detail }),
};

export function describeContract(model: ModelInfo): ContractDescription {
  const paths: Record<string, Part> = {};
  for (const { method, path, operationId, summary, schema, content } of information(model)) {
    const told = body('application/json', schema, content(new ServiceStatistics()));
    const responses = {
      200: { description: 'The requested information', content: told },
      ...failureResponses(ERRORS),
    };
    paths[path] = { [method.toLowerCase()]: { operationId, summary, responses } };
  }
  modelPaths(model).forEach((path, index) => {
    paths[`${path}/infer`] = { post: inference(model, index === 0 ? 'infer' : 'inferVersion') };
  });
  return {
    summary: 'Tensors, and pictures as tensors, by the Open Inference Protocol v2 of KServe and Triton',
    paths,
    schemas,
    errors: ERRORS,
    example: exampleFor(model),
  };
}

function inference(model: ModelInfo, operationId: string): Part {
  const { title, hint } = model;
  const { header } = binaryInferRequest(model);
  const length = new TextEncoder().encode(JSON.stringify(header)).length;
  const example = exampleResponse(model);
  return requestOperation({
    operationId,
    summary: `A prediction of ${title}`,
    description: [
      hint,
      'Tensors are part of the JSON, or follow it as binary data (Triton’s binary tensor data extension).',
    ]
      .filter(Boolean)
      .join(' '),
    parameters: [{ in: 'header', name: HEADER_LENGTH, ...lengthHeader(length) }, IDEMPOTENCY_KEY_PARAMETER],
    takes: {
      ...body('application/json', 'Request', jsonInferRequest(model, MOST_ELEMENTS)),
      ...body('application/octet-stream', 'Request', header),
    },
    gives: {
      ...body('application/json', 'Reply', example),
      ...body('application/octet-stream', 'Reply'),
    },
    headers: { [HEADER_LENGTH]: lengthHeader() },
    errors: ERRORS,
  });
}

function lengthHeader(example?: number): Part {
  const described = { description: LENGTH, schema: { type: 'integer', minimum: 0 } };
  return example === undefined ? described : { ...described, example };
}

function body(mediaType: string, schema: string, example?: unknown): Part {
  const described = { schema: reference(schema) };
  return { [mediaType]: example === undefined ? described : { ...described, example } };
}

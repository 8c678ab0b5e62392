/**
 * Contract `open-inference`: the Open Inference Protocol v2 over HTTP (github.com/kserve/open-inference-protocol), with
 * Triton's extension for binary tensors. Takes every model.
 */
import type { ContractDefinition, InferenceRoute, ModelInfo } from '../contract.ts';
import type { JsonSchema, Operation } from '../description/operation.ts';
import { IDEMPOTENCY_KEY_PARAMETER } from '../request/request-id.ts';
import { binaryInferRequest, exampleResponse, jsonInferRequest } from './examples.ts';
import { HEADER_LENGTH } from './infer/binary.ts';
import { inferReply } from './infer/reply.ts';
import { type ParsedInferRequest, parseInferRequest } from './infer/request.ts';
import { informationRoutes, modelPaths } from './information.ts';
import { SCHEMAS } from './schemas.ts';

export const openInference: ContractDefinition = {
  name: 'open-inference',
  pipelines: undefined,
  open: (model) => ({
    name: openInference.name,
    summary: 'Tensors, and pictures as tensors, with the Open Inference Protocol v2 of KServe and Triton',
    root: '/v2',
    modelPath: /^\/v2\/models\/([^/]+)(?:\/versions\/([^/]+))?(?:\/|$)/,
    routes: [
      ...informationRoutes(model),
      ...modelPaths(model).map(
        ([path, suffix]): InferenceRoute<ParsedInferRequest> => ({
          method: 'POST',
          path: `${path}/infer`,
          parse: (request) => parseInferRequest(request, model),
          reply: (result) => inferReply(result, model),
          describe: () => describeInference(model, `infer${suffix}`),
        }),
      ),
    ],
    errors: {
      schema: 'OpenInferenceError',
      mediaType: 'application/json',
      bodyOf: ({ detail }) => ({ error: detail }),
    },
    schemas: SCHEMAS,
  }),
};

/** Examples of larger requests have binary data only. */
const MOST_ELEMENTS = 1000;

function describeInference(model: ModelInfo, operationId: string): Operation {
  const header = binaryInferRequest(model);
  const example = new TextEncoder().encode(JSON.stringify(header)).length;
  const inTensors = 'Tensors are part of the JSON, or follow it as binary data';
  const { OpenInferenceRequest: request, OpenInferenceReply: reply } = SCHEMAS;
  return {
    operationId,
    summary: `A prediction of ${model.title}`,
    description: `${model.hint} ${inTensors} (Triton’s binary tensor data extension).`.trim(),
    parameters: [{ in: 'header', name: HEADER_LENGTH, ...LENGTH, example }, IDEMPOTENCY_KEY_PARAMETER],
    takes: {
      'application/json': { schema: request, example: jsonInferRequest(model, MOST_ELEMENTS) },
      'application/octet-stream': { schema: request, example: header },
    },
    gives: {
      'application/json': { schema: reply, example: exampleResponse(model) },
      'application/octet-stream': { schema: reply },
    },
    headers: { [HEADER_LENGTH]: LENGTH },
  };
}

const LENGTH: JsonSchema = {
  description: 'Length in bytes of the JSON before the binary data; required if there is any.',
  schema: { type: 'integer', minimum: 0 },
};

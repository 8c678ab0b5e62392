/**
 * Contract `open-inference`: the Open Inference Protocol v2 over HTTP (github.com/kserve/open-inference-protocol), with
 * Triton's extension for binary tensors. Serves every model.
 */
import { modelPath } from '../addresses.ts';
import type { ContractDefinition, InferenceRoute, InformationRoute, ModelInfo } from '../contract.ts';
import { type JsonSchema, jsonBody, type Operation } from '../description/operation.ts';
import { json } from '../http.ts';
import { IDEMPOTENCY_KEY_PARAMETER } from '../request/request-id.ts';
import { binaryInferRequest, exampleResponse, jsonInferRequest } from './examples.ts';
import { HEADER_LENGTH } from './infer/binary.ts';
import { inferReply } from './infer/reply.ts';
import { type ParsedInferRequest, parseInferRequest } from './infer/request.ts';
import { SCHEMAS } from './schemas.ts';

export const openInference: ContractDefinition = {
  name: 'open-inference',
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

/** Largest number of elements in an example in JSON. Larger requests have only the example with binary data. */
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
  description: 'Length in bytes of the JSON before the binary data; required if binary data follow.',
  schema: { type: 'integer', minimum: 0 },
};

/** The paths of a model without and with its version, each with the suffix of its operation ids. */
function modelPaths({ name, version }: ModelInfo): [string, string][] {
  return [
    [modelPath(name), ''],
    [`${modelPath(name)}/versions/${version}`, 'Version'],
  ];
}

const SERVER = {
  name: 'subsecond',
  // Version of the package. A test compares it with `package.json`, which is not bundled.
  version: '0.3.0',
  extensions: ['binary_tensor_data'],
};

/** The protocol's text calls the field `live`, most servers call it `ready`. */
const READY = { live: true, ready: true };

function informationRoutes(model: ModelInfo): InformationRoute[] {
  const { name, version, members, tensors } = model;
  /** The protocol's `$metadata_model_response`. A dimension of -1 has any size. */
  const metadata = {
    name,
    versions: [version],
    platform: members.length === 1 ? 'onnx_onnxv1' : 'ensemble',
    inputs: tensors.inputs,
    outputs: tensors.outputs,
  };
  const ready = { name, ready: true };
  return [
    route('/v2', 'server', 'Name, version and extensions of the service', 'Server', SERVER),
    route('/v2/health/live', 'serverLive', 'Whether the service accepts requests', 'Live', { live: true }),
    route('/v2/health/ready', 'serverReady', 'Whether every model is ready', 'Ready', READY),
    ...modelPaths(model).flatMap(([path, suffix]) => [
      route(path, `model${suffix}`, 'Inputs and outputs of the model', 'Model', metadata),
      route(`${path}/ready`, `modelReady${suffix}`, 'Whether the model is ready', 'ModelReady', ready),
    ]),
  ];
}

type SchemaName<Name = keyof typeof SCHEMAS> = Name extends `OpenInference${infer Short}` ? Short : never;

function route(
  path: string,
  operationId: string,
  summary: string,
  schema: SchemaName,
  content: object,
): InformationRoute {
  return {
    method: 'GET',
    path,
    tellsReadiness: path.endsWith('/ready'),
    respond: () => json(200, content),
    describe: () => ({ operationId, summary, gives: jsonBody(SCHEMAS[`OpenInference${schema}`], content) }),
  };
}

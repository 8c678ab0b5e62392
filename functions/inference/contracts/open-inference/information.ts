/** The addresses with information, each with its description. */
import { modelPath } from '../addresses.ts';
import type { InformationRoute, ModelInfo } from '../contract.ts';
import { jsonBody } from '../description/operation.ts';
import { json } from '../http.ts';
import { SCHEMAS } from './schemas.ts';

/** The paths of a model with and without its version, and a suffix for the operation ids of each. */
export function modelPaths({ name, version }: Pick<ModelInfo, 'name' | 'version'>): [string, string][] {
  return [
    [modelPath(name), ''],
    [`${modelPath(name)}/versions/${version}`, 'Version'],
  ];
}

export function informationRoutes(model: ModelInfo): InformationRoute[] {
  const metadata = () => modelMetadata(model);
  const ready = { name: model.name, ready: true };
  return [
    route('/v2', 'server', 'Name, version and extensions of the service', 'Server', () => SERVER),
    route('/v2/health/live', 'serverLive', 'Whether the service accepts requests', 'Live', () => LIVE),
    route('/v2/health/ready', 'serverReady', 'Whether every model is ready', 'Ready', () => READY),
    ...modelPaths(model).flatMap(([path, suffix]) => [
      route(path, `model${suffix}`, 'Inputs and outputs of the model', 'Model', metadata),
      route(`${path}/ready`, `modelReady${suffix}`, 'Whether the model is ready', 'ModelReady', () => ready),
    ]),
  ];
}

type SchemaName<Name = keyof typeof SCHEMAS> = Name extends `OpenInference${infer Short}` ? Short : never;

function route(
  path: string,
  operationId: string,
  summary: string,
  schema: SchemaName,
  content: () => unknown,
): InformationRoute {
  return {
    method: 'GET',
    path,
    tellsReadiness: path.endsWith('/ready'),
    respond: () => json(200, content()),
    describe: () => ({
      operationId,
      summary,
      gives: jsonBody(SCHEMAS[`OpenInference${schema}`], content()),
    }),
  };
}

/** The protocol's `$metadata_model_response`; a size of -1 is open. */
const modelMetadata = ({ name, version, members, tensors }: ModelInfo) => ({
  name,
  versions: [version],
  platform: members.length === 1 ? 'onnx_onnxv1' : 'ensemble',
  inputs: tensors.inputs,
  outputs: tensors.outputs,
});

/** The server's metadata, with the name of Triton's extension. */
const SERVER = {
  name: 'subsecond',
  // Version of the package. A test compares it with `package.json`, which is not bundled.
  version: '0.2.0',
  extensions: ['binary_tensor_data'],
};

const LIVE = { live: true };

/** The protocol's text calls the field `live`, most servers call it `ready`. */
const READY = { live: true, ready: true };

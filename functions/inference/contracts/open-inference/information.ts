/** The addresses with information, each with its description. */
import * as v from 'valibot';
import { quote, type TensorInfo } from '../../model/tensors.ts';
import { Problem } from '../../problems/problems.ts';
import { type Duration, ServiceStatistics } from '../../telemetry/statistics.ts';
import { modelPath, STATISTICS_PATH } from '../addresses.ts';
import type { InformationRoute, ModelInfo } from '../contract.ts';
import { jsonBody } from '../description/operation.ts';
import { json, unknownModel } from '../http.ts';
import { checkBody, strictFields } from '../request/check-body.ts';
import { readBody } from './infer/request-body.ts';
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
  const configuration = () => modelConfiguration(model);
  const statistics: Content = (counted) => modelStatistics(model, counted);
  const index = () => repositoryIndex(model);
  const ready = { name: model.name, ready: true };
  return [
    route('/v2', 'server', 'Name, version and extensions of the service', 'Server', () => SERVER),
    route('/v2/health/live', 'serverLive', 'Whether the service accepts requests', 'Live', () => LIVE),
    route('/v2/health/ready', 'serverReady', 'Whether every model is ready', 'Ready', () => READY),
    {
      ...route('/v2/repository/index', 'repositoryIndex', 'All models of the service', 'Index', index),
      method: 'POST',
      respond(request) {
        if (request.body.length > 0) checkBody(IndexRequestSchema, readBody(request).header);
        return json(200, index());
      },
    },
    ...modelPaths(model).flatMap(([path, suffix]) => [
      route(path, `model${suffix}`, 'Inputs and outputs of the model', 'Model', metadata),
      route(`${path}/ready`, `modelReady${suffix}`, 'Whether the model is ready', 'ModelReady', () => ready),
      route(
        `${path}/config`,
        `modelConfiguration${suffix}`,
        'Configuration, in the format of Triton',
        'Configuration',
        configuration,
      ),
      route(
        `${path}/stats`,
        `modelStatistics${suffix}`,
        'Request counts and durations of this model, in this process or execution environment',
        'Statistics',
        statistics,
      ),
    ]),
    // The statistics come after the paths of models, so that a model named "stats" keeps its address.
    route(
      STATISTICS_PATH,
      'statistics',
      'Request counts and durations of the first model of the service',
      'Statistics',
      statistics,
    ),
  ];
}

/** Makes the body of a response. */
type Content = (statistics: ServiceStatistics) => unknown;

type SchemaName<Name = keyof typeof SCHEMAS> = Name extends `OpenInference${infer Short}` ? Short : never;

function route(
  path: string,
  operationId: string,
  summary: string,
  schema: SchemaName,
  content: Content,
): InformationRoute {
  return {
    method: 'GET',
    path,
    tellsReadiness: path.endsWith('/ready'),
    tellsStatistics: path.endsWith('/stats'),
    respond: (_, statistics) => json(200, content(statistics)),
    describe: () => ({
      operationId,
      summary,
      gives: jsonBody(SCHEMAS[`OpenInference${schema}`], content(new ServiceStatistics())),
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

/** Fields of Triton's `ModelConfig` message that apply here. There is no batch size, because shapes have every dimension. */
const modelConfiguration = ({ name, members, tensors }: ModelInfo) => ({
  name,
  platform: members.length === 1 ? 'onnxruntime_onnx' : 'ensemble',
  max_batch_size: 0,
  input: tensors.inputs.map(configurationTensor),
  output: tensors.outputs.map(configurationTensor),
});

const configurationTensor = ({ name, datatype, shape }: TensorInfo) => ({
  name,
  data_type: datatype === 'BYTES' ? 'TYPE_STRING' : `TYPE_${datatype}`,
  dims: shape,
});

/** Names of Triton's extensions. Only the index of its model repository is offered, because requests cannot load models. */
const SERVER = {
  name: 'subsecond',
  // Version of the package. A test compares it with `package.json`, which is not bundled.
  version: '0.2.0',
  extensions: [
    'binary_tensor_data',
    'classification',
    'statistics',
    'model_configuration',
    'model_repository',
  ],
};

const IndexRequestSchema = strictFields({ ready: v.optional(v.boolean()) });

/** Triton's `$repository_index_response`. The request's `ready` has no effect, because every model in it is ready. */
const repositoryIndex = ({ models }: Pick<ModelInfo, 'models'>) =>
  models.map(({ name, version }) => ({
    name,
    ...(version !== undefined && { version }),
    state: 'READY',
    reason: '',
  }));

const LIVE = { live: true };

/** The protocol's text calls the field `live`, most servers call it `ready`. */
const READY = { live: true, ready: true };

const NANOSECONDS = 1_000_000;

const NOTHING: Duration = { count: 0, milliseconds: 0 };

/** Triton's `$stats_model_response`; times in whole nanoseconds. */
function modelStatistics(
  { name, version }: Pick<ModelInfo, 'name' | 'version'>,
  statistics: ServiceStatistics,
) {
  const { success, failure, decode, predict, cachePut, cacheHit, cacheMiss } = statistics;
  return {
    model_stats: [
      {
        name,
        version,
        last_inference: statistics.lastResponse,
        inference_count: success.count - cacheHit.count,
        execution_count: statistics.membersRun,
        inference_stats: {
          success: duration(success),
          fail: duration(failure),
          // On Lambda, requests wait in front of the environment, which cannot measure that.
          queue: duration(NOTHING),
          compute_input: duration(decode),
          compute_infer: duration(predict),
          // Outputs are read within `compute_infer`.
          compute_output: duration(NOTHING),
          cache_hit: duration(cacheHit),
          // A miss costs only the write of the response; the rest of its time is in the other sums.
          cache_miss: duration({ count: cacheMiss.count, milliseconds: cachePut.milliseconds }),
        },
        batch_stats: [],
      },
    ],
  };
}

function duration({ count, milliseconds }: Duration): { count: number; ns: number } {
  return { count, ns: Math.round(milliseconds * NANOSECONDS) };
}

const MODEL = /^\/v2\/models\/([^/]+)(?:\/versions\/([^/]+))?(?:\/|$)/;

/** The problem for an unknown path: another model, another version, or no path of the protocol. */
export function missingAt(path: string, { name, version, models }: ModelInfo): Problem {
  const [, model, wanted] = MODEL.exec(path) ?? [];
  if (model !== undefined && model !== name) {
    return unknownModel(model, models);
  }
  if (wanted !== undefined && wanted !== version) {
    return new Problem(
      'unknown-version',
      `The model ${quote(name)} has no version ${quote(wanted)}; it has ${quote(version)}.`,
    );
  }
  return new Problem('not-found', 'The protocol has nothing at this path; see /docs for what there is.');
}

/** The addresses that tell something, each with what the documentation says of it. */
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

/** The paths of a model, of its only version by default and by name, and what tells the operations of both apart. */
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
    // Behind those of the model: one that is called "stats" keeps its address.
    route(
      STATISTICS_PATH,
      'statistics',
      'Request counts and durations of the first model of the service',
      'Statistics',
      statistics,
    ),
  ];
}

/** What an address gives. */
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

/** The protocol's `$metadata_model_response`; sizes of -1 are open. */
const modelMetadata = ({ name, version, members, tensors }: ModelInfo) => ({
  name,
  versions: [version],
  platform: members.length === 1 ? 'onnx_onnxv1' : 'ensemble',
  inputs: tensors.inputs,
  outputs: tensors.outputs,
});

/** As much of Triton's `ModelConfig` message as is true here: shapes hold every dimension, so there is no batch size. */
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

/** Extensions by Triton's names. Of its model repository there is the index: models are not loaded by request. */
const SERVER = {
  name: 'subsecond',
  // Of the package; a test keeps it the one in `package.json`, which is not bundled.
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

/** Triton's `$repository_index_response`. Every model there is, is ready, so the request's `ready` changes nothing. */
const repositoryIndex = ({ models }: Pick<ModelInfo, 'models'>) =>
  models.map(({ name, version }) => ({
    name,
    ...(version !== undefined && { version }),
    state: 'READY',
    reason: '',
  }));

const LIVE = { live: true };

/** The protocol's text names the field `live`, most servers `ready`. */
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
          // Requests wait in front of the environment, where nothing is known of it here.
          queue: duration(NOTHING),
          compute_input: duration(decode),
          compute_infer: duration(predict),
          // Outputs are read within `compute_infer`.
          compute_output: duration(NOTHING),
          cache_hit: duration(cacheHit),
          // What a miss costs is to write the response down; the rest of its time is in the other sums.
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

/** An unknown model, an unknown version, or nothing that the protocol knows. */
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

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { InformationRoute, ModelInfo } from '../../../../../functions/inference/contracts/contract.ts';
import type { HttpResponse } from '../../../../../functions/inference/contracts/http.ts';
import type { TensorInfo } from '../../../../../functions/inference/model/tensors.ts';
import { ServiceStatistics } from '../../../../../functions/inference/telemetry/statistics.ts';
import { request } from '../../../support/requests.ts';
import { contentOf, contractOf, exampleModel, modelOf } from './support.ts';

function tell(
  path: string,
  model: ModelInfo = exampleModel,
  statistics = new ServiceStatistics(),
  body = '',
): unknown {
  const route = contractOf(model).routes.find((candidate) => candidate.path === path) as InformationRoute;
  const response = route.respond(request('GET', path, { body }), statistics) as HttpResponse;
  expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
  return contentOf(response);
}

const MODEL = '/v2/models/mymodel';
const MODEL_VERSION = `${MODEL}/versions/3f2a`;

describe('the contract', () => {
  it('has the addresses of the protocol and of the extensions of Triton, and no others', () => {
    const { root, routes } = contractOf(exampleModel);

    const told = ['/v2', '/v2/health/live', '/v2/health/ready', '/v2/models/stats'];
    for (const model of [MODEL, MODEL_VERSION]) {
      told.push(model, `${model}/ready`, `${model}/config`, `${model}/stats`);
    }
    const posts = ['/v2/repository/index', `${MODEL}/infer`, `${MODEL_VERSION}/infer`];
    expect(root).toBe('/v2');
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [...told.map((path) => `GET ${path}`), ...posts.map((path) => `POST ${path}`)].sort(),
    );
  });

  it('tells the name of the service, the version of the package, its extensions and its models', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const models = ['mymodel', 'other'].map((name) => ({ name, version: '7', title: name }));

    const index = tell('/v2/repository/index', { ...exampleModel, models });

    const extensions = 'binary_tensor_data classification statistics model_configuration model_repository';
    expect(tell('/v2')).toEqual({ name: 'subsecond', version, extensions: extensions.split(' ') });
    const ready = { version: '7', state: 'READY', reason: '' };
    expect(index).toEqual(models.map(({ name }) => ({ name, ...ready })));
  });

  it('refuses what the index of models does not take', () => {
    const tellIndex = (body: string) => tell('/v2/repository/index', exampleModel, undefined, body);

    expect(tellIndex('{"ready": true}')).toEqual(tellIndex(''));
    expect(() => tellIndex('{"state": "READY"}')).toThrow('/state is unknown: the fields are ready.');
  });
});

describe.each([MODEL, MODEL_VERSION])('the model at %s', (path) => {
  const inputs: TensorInfo[] = [
    { name: 'x', datatype: 'FP32', shape: [-1, 28] },
    { name: 'text', datatype: 'BYTES', shape: [1] },
  ];
  const outputs: TensorInfo[] = [{ name: 'y', datatype: 'BOOL', shape: [] }];
  const model = modelOf(inputs, outputs);

  it.each([
    ['one member', model, 'onnx_onnxv1', 'onnxruntime_onnx'],
    ['several, an ensemble', { ...model, members: ['one', 'two'] }, 'ensemble', 'ensemble'],
  ])('tells its inputs and outputs, also in the words of Triton: %s', (_, info, platform, configured) => {
    expect(tell(path, info)).toEqual({ name: 'mymodel', versions: ['3f2a'], platform, inputs, outputs });
    expect(tell(`${path}/config`, info)).toEqual({
      name: 'mymodel',
      platform: configured,
      max_batch_size: 0,
      input: [
        { name: 'x', data_type: 'TYPE_FP32', dims: [-1, 28] },
        { name: 'text', data_type: 'TYPE_STRING', dims: [1] },
      ],
      output: [{ name: 'y', data_type: 'TYPE_BOOL', dims: [] }],
    });
  });

  it('tells its statistics in the shape of Triton, hits of the cache apart', () => {
    const of = (count: number, milliseconds: number) => ({ count, milliseconds });
    const statistics = Object.assign(new ServiceStatistics(), {
      ...{ success: of(10, 100.5), failure: of(2, 1), decode: of(7, 3), predict: of(7, 70) },
      ...{ cachePut: of(6, 12), cacheHit: of(3, 0.000_001_4), cacheMiss: of(6, 95) },
      ...{ membersRun: 14, lastResponse: 1_795_255_200_123 },
    });

    const [told] = (tell(`${path}/stats`, model, statistics) as { model_stats: unknown[] }).model_stats;

    expect(tell('/v2/models/stats', model, statistics)).toEqual({ model_stats: [told] });
    expect(told).toEqual({
      name: 'mymodel',
      version: '3f2a',
      last_inference: 1_795_255_200_123,
      inference_count: 7,
      execution_count: 14,
      inference_stats: {
        success: { count: 10, ns: 100_500_000 },
        fail: { count: 2, ns: 1_000_000 },
        queue: { count: 0, ns: 0 },
        compute_input: { count: 7, ns: 3_000_000 },
        compute_infer: { count: 7, ns: 70_000_000 },
        compute_output: { count: 0, ns: 0 },
        cache_hit: { count: 3, ns: 1 },
        cache_miss: { count: 6, ns: 12_000_000 },
      },
      batch_stats: [],
    });
  });
});

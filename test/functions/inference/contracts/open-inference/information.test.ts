import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ModelInfo } from '../../../../../functions/inference/contracts/contract.ts';
import type { HttpResponse } from '../../../../../functions/inference/contracts/http.ts';
import type { TensorInfo } from '../../../../../functions/inference/model/tensors.ts';
import { Problem } from '../../../../../functions/inference/problems/problems.ts';
import { ServiceStatistics } from '../../../../../functions/inference/telemetry/statistics.ts';
import { contentOf, contractOf, exampleModel, modelOf, postJson } from './support.ts';

function tell(path: string, model: ModelInfo = exampleModel, statistics = new ServiceStatistics()): unknown {
  const route = contractOf(model).routes.find((candidate) => candidate.path === path);
  if (!route || 'parse' in route) throw new Error(`${path} tells nothing`);
  const response = route.respond(postJson(path, ''), statistics) as HttpResponse;
  expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
  return contentOf(response);
}

const MODEL = '/v2/models/mymodel';
const MODEL_VERSION = `${MODEL}/versions/3f2a`;

describe('the contract', () => {
  it('has the addresses of the protocol and of the extensions of Triton, and no others', () => {
    const { root, routes } = contractOf(exampleModel);

    expect(root).toBe('/v2');
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [
        'GET /v2',
        'GET /v2/health/live',
        'GET /v2/health/ready',
        'POST /v2/repository/index',
        'GET /v2/models/stats',
        ...[MODEL, MODEL_VERSION].flatMap((path) => [
          `GET ${path}`,
          `GET ${path}/ready`,
          `GET ${path}/config`,
          `GET ${path}/stats`,
          `POST ${path}/infer`,
        ]),
      ].sort(),
    );
  });

  it('says every problem as the protocol does, with its status and headers', () => {
    const problem = new Problem('method-not-allowed', 'This address takes GET.', {
      headers: { allow: 'GET' },
    });

    const response = contractOf(exampleModel).problem(problem);

    expect(response).toMatchObject({
      status: 405,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store', allow: 'GET' },
    });
    expect(contentOf(response)).toEqual({ error: 'This address takes GET.' });
  });
});

describe('the service', () => {
  it('tells its name, the version of the package and its extensions', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

    const content = tell('/v2');

    expect(content).toEqual({
      name: 'subsecond',
      version,
      extensions: [
        'binary_tensor_data',
        'classification',
        'statistics',
        'model_configuration',
        'model_repository',
      ],
    });
  });

  it('lists its models', () => {
    const content = tell('/v2/repository/index');

    expect(content).toEqual([
      { name: 'mymodel', version: '3f2a', state: 'READY', reason: '' },
      { name: 'other', version: '77', state: 'READY', reason: '' },
    ]);
  });
});

describe.each([MODEL, MODEL_VERSION])('the model at %s', (path) => {
  const inputs: TensorInfo[] = [
    { name: 'x', datatype: 'FP32', shape: [-1, 28] },
    { name: 'text', datatype: 'BYTES', shape: [1] },
  ];
  const outputs: TensorInfo[] = [{ name: 'y', datatype: 'BOOL', shape: [] }];
  const model = modelOf(inputs, outputs);

  it('tells its inputs and outputs, and its configuration in the words of Triton', () => {
    expect(tell(path, model)).toEqual({
      name: 'mymodel',
      versions: ['3f2a'],
      platform: 'onnx_onnxv1',
      inputs,
      outputs,
    });
    expect(tell(`${path}/config`, model)).toEqual({
      name: 'mymodel',
      platform: 'onnxruntime_onnx',
      max_batch_size: 0,
      input: [
        { name: 'x', data_type: 'TYPE_FP32', dims: [-1, 28] },
        { name: 'text', data_type: 'TYPE_STRING', dims: [1] },
      ],
      output: [{ name: 'y', data_type: 'TYPE_BOOL', dims: [] }],
    });
  });

  it('is an ensemble where it has several members', () => {
    const several = { ...model, members: ['one', 'two'] };

    expect(tell(path, several)).toMatchObject({ platform: 'ensemble' });
    expect(tell(`${path}/config`, several)).toMatchObject({ platform: 'ensemble' });
  });

  it('tells its statistics in the shape of Triton, hits of the cache apart', () => {
    const statistics = new ServiceStatistics();
    const set = (name: keyof ServiceStatistics, count: number, milliseconds: number) =>
      Object.assign(statistics, { [name]: { count, milliseconds } });
    set('success', 10, 100.5);
    set('failure', 2, 1);
    set('decode', 7, 3);
    set('predict', 7, 70);
    set('cachePut', 6, 12);
    set('cacheHit', 3, 0.000_001_4);
    set('cacheMiss', 6, 95);
    Object.assign(statistics, { membersRun: 14, lastResponse: 1_795_255_200_123 });

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

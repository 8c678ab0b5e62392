import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { InformationRoute, ModelInfo } from '../../../../../functions/inference/contracts/contract.ts';
import type { HttpResponse } from '../../../../../functions/inference/contracts/http.ts';
import { binaryInferRequest } from '../../../../../functions/inference/contracts/open-inference/examples.ts';
import type { TensorInfo } from '../../../../../functions/inference/model/tensors.ts';
import { request } from '../../../support/requests.ts';
import { contentOf, contractOf, exampleModel, modelOf } from './support.ts';

function tell(path: string, model: ModelInfo = exampleModel): unknown {
  const route = contractOf(model).routes.find((candidate) => candidate.path === path) as InformationRoute;
  const response = route.respond(request('GET', path)) as HttpResponse;
  expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
  return contentOf(response);
}

const MODEL = '/v2/models/mymodel';
const MODEL_VERSION = `${MODEL}/versions/3f2a`;

describe('the contract', () => {
  it('has the addresses of the protocol and of the extension of Triton, and no others', () => {
    const { root, routes } = contractOf(exampleModel);

    const paths = ['/v2', '/v2/health/live', '/v2/health/ready'];
    for (const model of [MODEL, MODEL_VERSION]) paths.push(model, `${model}/ready`);
    const posts = [`${MODEL}/infer`, `${MODEL_VERSION}/infer`];
    expect(root).toBe('/v2');
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [...paths.map((path) => `GET ${path}`), ...posts.map((path) => `POST ${path}`)].sort(),
    );
  });

  it('has the name of the service, the version of the package, and its extensions', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const extensions = ['binary_tensor_data'];

    expect(tell('/v2')).toEqual({ name: 'subsecond', version, extensions });
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
    ['one member', model, 'onnx_onnxv1'],
    ['several, an ensemble', { ...model, members: ['one', 'two'] }, 'ensemble'],
  ])('tells its inputs and outputs: %s', (_, info, platform) => {
    expect(tell(path, info)).toEqual({ name: 'mymodel', versions: ['3f2a'], platform, inputs, outputs });
  });
});

it('The example of a binary request says the size of an input that is too large to be made', () => {
  const inputs = [{ name: 'pixels', datatype: 'FP32', shape: [-1, 3, 200_000, 200_000] }];
  const model = { tensors: { inputs, outputs: [] } } as unknown as ModelInfo;

  const size = 4 * 3 * 200_000 ** 2;
  expect(binaryInferRequest(model)).toHaveProperty('inputs.0.parameters.binary_data_size', size);
});

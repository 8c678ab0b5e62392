import { describe, expect, it } from 'vitest';
import type {
  InferenceRoute,
  ModelInfo,
  ParsedRequest,
} from '../../../../../functions/inference/contracts/contract.ts';
import { predictionsOutline } from '../../../../../functions/inference/contracts/predictions/client.ts';
import { predictions } from '../../../../../functions/inference/contracts/predictions/contract.ts';
import type { Tensors } from '../../../../../functions/inference/model/tensors.ts';
import { post } from '../../../support/requests.ts';
import { sampleOf } from '../../../support/samples.ts';
import { echoOf, modelOf } from '../open-inference/support.ts';

const PATH = '/predictions/mymodel';
const JSON_TYPE = { 'content-type': 'application/json' };
const routeOf = (model: ModelInfo) =>
  predictions.open(model, {}).routes[0] as InferenceRoute<ParsedRequest<Tensors>>;
const parse = (model: ModelInfo, body: unknown, headers = {}) =>
  routeOf(model).parse(post(JSON.stringify(body), PATH, { ...JSON_TYPE, ...headers }));

/** The response of a model that returns its inputs. */
function echoed(model: ModelInfo, body: unknown): string {
  const parsed = parse(model, body);
  return String(routeOf(model).reply({ parsed, output: parsed.input, version: '1' }, 0).body);
}

const matrix = modelOf([
  { name: 'x', datatype: 'FP32', shape: [-1, 2] },
  { name: 'words', datatype: 'BYTES', shape: [-1] },
]);
const vector = echoOf('FP32');

describe('contract predictions for tensors', () => {
  it('takes nested arrays by the names of inputs, and returns them by the names of outputs', () => {
    const inputs = JSON.parse('{"words":["a,\\"b",""],"x":[[1,2.5],[3,4]]}');

    const { x } = parse(matrix, { inputs }).input;

    expect(x).toEqual({ datatype: 'FP32', shape: [2, 2], data: Float32Array.of(1, 2.5, 3, 4) });
    expect(echoed(matrix, { inputs })).toBe('{"x":[[1,2.5],[3,4]],"words":["a,\\"b",""]}');
  });

  it.each([
    ['FP32', [-1, 2], [[1, 2]], '[[1,2]]'],
    ['FP32', [-1, 2], { inputs: [[1, 2]] }, '[[1,2]]'],
    ['INT64', [], { inputs: { x: 7 } }, '7'],
    ['BOOL', [1, 1, 2], { inputs: { x: [[[true, false]]] } }, '[[[true,false]]]'],
    ['FP16', [-1], { inputs: { x: [] } }, '[]'],
  ] as const)('takes %s of the shape %j as %j', (datatype, shape, body, x) => {
    expect(echoed(echoOf(datatype, shape), body)).toBe(`{"x":${x}}`);
  });

  const due = 'The JSON must be {"inputs": {"x": […], "words": […]}}, with a nested array for each input.';
  const deep = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`);
  it.each([
    [matrix, [[1, 2]], due],
    [matrix, { inputs: [[1, 2]] }, 'The JSON must be'],
    [vector, null, ', or that array alone.'],
    [vector, { x: [1] }, 'The JSON must be'],
    [vector, { inputs: { x: [1] }, outputs: ['x'] }, '/outputs is unknown: the fields are inputs.'],
    [vector, { inputs: { y: [1] } }, 'There is no input "y"; available: "x".'],
    [vector, { inputs: { x: deep } }, 'must have at most 64 dimensions'],
    [vector, { inputs: {} }, 'The model takes others.'],
  ])('refuses an invalid request: %#', (model, body, words) => {
    expect(() => parse(model, body)).toThrow(words);
  });

  it('says how to get values that JSON cannot have', () => {
    const parsed = parse(vector, [1]);
    const output: Tensors = { x: { datatype: 'FP32', shape: [1], data: Float32Array.of(Number.NaN) } };

    expect(() => routeOf(vector).reply({ parsed, output, version: '1' }, 0)).toThrow(
      'has NaN as element 0, which JSON cannot hold: request it as binary data from /v2/models/mymodel/infer.',
    );
  });

  it('treats the same arrays as the same request, in any order', () => {
    const key = { 'idempotency-key': 'one' };
    const digestOf = (inputs: object) => parse(matrix, { inputs }, key).digest?.();
    const digest = digestOf({ x: [[1, 2]], words: ['a'] });

    expect(digestOf({ words: ['a'], x: [[1, 2]] })).toBe(digest);
    expect(digestOf({ words: ['b'], x: [[1, 2]] })).not.toBe(digest);
  });

  it('has a client that sends samples of the Open Inference Protocol', () => {
    const inputs = [
      { name: 'x', datatype: 'FP32', shape: [2, 2], data: [1, 2, 3, 4] },
      { name: 'words', datatype: 'BYTES', shape: [1], data: ['a'] },
    ];
    const sample = sampleOf('application/json', JSON.stringify({ inputs }));
    const client = predictionsOutline.client('mymodel');

    const { path, body } = client.request(sample, undefined, 0);
    const reply = echoed(matrix, JSON.parse(String(body)));
    const read = client.read({ status: 200, headers: {}, body: reply }, undefined);

    expect(path).toBe(PATH);
    expect(read).toEqual({ prediction: '{"x":[[1,2],[3,4]],"words":["a"]}' });
  });
});

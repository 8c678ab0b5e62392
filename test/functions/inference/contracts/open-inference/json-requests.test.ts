import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../../../../functions/inference/contracts/http.ts';
import type { Datatype, Tensor } from '../../../../../functions/inference/model/tensors.ts';
import type { ProblemName } from '../../../../../functions/inference/problems/problems.ts';
import { echoOf, expectProblem, infer, inferJson, modelOf, parse, problemOf } from './support.ts';

const input = (datatype: string, data: unknown, shape: unknown = [(data as unknown[])?.length]) => ({
  inputs: [{ name: 'x', datatype, shape, data }],
});

describe('a request in JSON', () => {
  it('may have an input of any name', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const model = modelOf(names.map((name) => ({ name, datatype: 'FP32', shape: [1] })));
    const inputs = names.map((name, index) => ({ name, datatype: 'FP32', shape: [1], data: [index] }));

    const { input: tensors } = parse(model, inferJson({ inputs }));

    expect(Object.keys(tensors)).toEqual(names);
  });

  it('may have unknown parameters, the fields of KServe’s clients, and null for unused fields', () => {
    const x = { name: 'x', datatype: 'FP32', shape: [1], data: [1] };
    const inputs = [{ ...x, parameters: { content_type: 'np', shared_memory_region: null } }];
    const parameters = { priority: 3, headers: { a: 1 }, sequence_id: 0 };
    const unknown = { model_name: 'mymodel', parameters };

    const parsed = parse(echoOf('FP32'), inferJson({ ...unknown, id: null, inputs, outputs: null }));

    expect(parsed).toMatchObject({ id: undefined, digest: undefined });
  });

  const types = [{ 'content-type': 'application/x-www-form-urlencoded' }, {}];
  it.each(types)('may name any media type or none, as for Triton: %j', (headers) => {
    const body = Buffer.from(JSON.stringify(input('FP32', [1])));

    expect(problemOf(echoOf('FP32'), infer({ headers, body }))).toBeUndefined();
  });
});

it.each(['FP16', 'FP32', 'FP64'] as const)('null in JSON is a missing value of %s: NaN', (datatype) => {
  const sent = inferJson({ inputs: [{ name: 'x', datatype, shape: [2], data: [1, null] }] });
  const { x } = parse(echoOf(datatype), sent).input as { x: Tensor };
  const numbers = x.datatype === 'FP16' ? new Float16Array(x.data.buffer as ArrayBuffer) : x.data;

  expect([...(numbers as Float64Array)]).toEqual([1, Number.NaN]);
  expectProblem(
    { ...echoOf(datatype), pipeline: 'image-classification' },
    sent,
    'invalid-tensor',
    `The input "x" has null as element 1: ${datatype} takes finite numbers`,
  );
});

describe('elements in JSON are refused', () => {
  const short =
    'must have arrays of 2 at depth 2, as its shape [2, 2] says, or be flat; there is an array of 1.';
  it.each<[Datatype, unknown, string, number[]?]>([
    ['UINT8', [1, 256], 'The input "x" has 256 as element 1: UINT8 takes whole numbers from 0 to 255.'],
    ['UINT8', [-1], 'has -1 as element 0'],
    ['UINT16', [65_536], 'from 0 to 65535'],
    ['UINT32', [4_294_967_296], 'from 0 to 4294967295'],
    ['UINT64', [-1], 'has -1 as element 0: UINT64 takes whole numbers from 0'],
    ['UINT64', [2 ** 53], 'and greater ones as binary data'],
    ['INT8', [128], 'from -128 to 127'],
    ['INT16', [-32_769], 'from -32768 to 32767'],
    ['INT32', [2_147_483_648], 'from -2147483648 to 2147483647'],
    ['INT32', [1, 2, 0.5], 'has 0.5 as element 2'],
    ['INT64', [2 ** 53], 'and others as binary data'],
    ['INT64', [0.5], 'has 0.5 as element 0'],
    ['FP32', [3.5e38], 'has 3.5e+38 as element 0: FP32 takes finite numbers'],
    ['FP16', [65_520], 'has 65520 as element 0: FP16 takes finite numbers'],
    ['FP32', [true], 'has true as element 0'],
    ['INT32', [1, null], 'has null as element 1: INT32 takes whole numbers'],
    ['BOOL', [null], 'has null as element 0: BOOL takes true or false.'],
    ['FP32', ['1'], 'has "1" as element 0'],
    ['FP32', [1, [2]], 'has an array as element 1'],
    ['FP32', [{ valueOf: 1, toString: 1 }], 'has an object as element 0'],
    ['FP64', ['NaN'], 'has "NaN" as element 0: FP64 takes finite numbers, and null for NaN.'],
    ['BOOL', [1], 'has 1 as element 0: BOOL takes true or false.'],
    ['BYTES', ['x', 7], 'has 7 as element 1: BYTES takes strings'],
    ['BYTES', ['\ud800'], 'as element 0: BYTES takes strings of well-formed Unicode.'],
    ['FP32', [1, 2, 3], 'must have 4 elements, as its shape [2, 2] says, not 3.', [2, 2]],
    ['FP32', [1, 2], 'must have 1 elements', [1]],
    ['FP32', [[1, 2]], 'must have arrays of 2 at depth 1', [2, 2]],
    ['FP32', [[1, 2], [3]], short, [2, 2]],
    ['FP32', [[1, 2], 3], 'there is 3.', [2, 2]],
    ['FP32', [[[1]], [[2]]], 'has an array as element 0', [2, 1]],
    ['FP32', [[1]], 'has an array as element 0', []],
    ['FP32', 7, 'must have its elements in "data", as an array.', [1]],
  ])('for %s in %j: %s', (datatype, data, message, shape) => {
    const sent = inferJson(input(datatype, data, shape));

    expectProblem(echoOf(datatype, shape), sent, 'invalid-tensor', message);
  });
});

describe('a request is refused', () => {
  const one = { name: 'x', datatype: 'FP32', shape: [1], data: [1] };
  const inputOf = (changes: object) => ({ inputs: [{ ...one, ...changes }] });
  const outputsOf = (...outputs: object[]) => ({ inputs: [one], outputs });
  const yes = { binary_data_output: 'yes' };
  const shared = { shared_memory_region: 'region', shared_memory_byte_size: 8 };
  const fields = '/model is unknown: the fields are id, model_name, parameters, inputs, outputs.';
  const neither = 'must have either "data" or the parameter "binary_data_size"; it has neither.';

  it.each<[ProblemName, string, unknown]>([
    ['invalid-request', 'The body must be', null],
    ['invalid-request', 'The body must be an object, not a list', []],
    ['invalid-request', '/inputs is missing', {}],
    ['invalid-request', '/inputs must be a list, not an object', { inputs: {} }],
    ['invalid-request', '/inputs/0 must be', { inputs: [1] }],
    ['invalid-request', '/inputs/0/name must be', inputOf({ name: 1 })],
    ['invalid-request', '/inputs/0/datatype must be', inputOf({ datatype: 'BF16' })],
    ['invalid-request', '/inputs/0/shape is missing', inputOf({ shape: undefined })],
    ['invalid-request', '/inputs/0/parameters must be', inputOf({ parameters: 1 })],
    ['invalid-request', 'size must be at least 0, not -1', inputOf({ parameters: { binary_data_size: -1 } })],
    ['invalid-request', '/parameters/binary_data_output must be', { inputs: [one], parameters: yes }],
    ['invalid-request', 'binary_data must be', outputsOf({ name: 'x', parameters: { binary_data: 1 } })],
    ['invalid-request', '/outputs/0/name is missing', outputsOf({})],
    ['invalid-request', fields, { ...inputOf({}), model: 'x' }],
    [
      'invalid-request',
      '/inputs/0/dtype is unknown: the fields are name, datatype',
      inputOf({ dtype: 'FP32' }),
    ],
    ['invalid-request', '/outputs/0/class_count is unknown', outputsOf({ name: 'x', class_count: 1 })],
    ['invalid-request', '/model_name must be "mymodel"', { ...inputOf({}), model_name: 'other' }],
    [
      'invalid-request',
      '/outputs/0/parameters/classification is not supported',
      { inputs: [one], outputs: [{ name: 'y', parameters: { classification: 3 } }] },
    ],
    [
      'invalid-request',
      '/parameters/sequence_id is not supported',
      { inputs: [one], parameters: { sequence_id: 7 } },
    ],
    [
      'invalid-request',
      'shared_memory_region is not supported',
      outputsOf({ name: 'x', parameters: shared }),
    ],
    ['invalid-request', 'shared_memory_region is not supported', inputOf({ parameters: shared })],
    ['invalid-request', 'content_type must be', inputOf({ parameters: { content_type: 'base64' } })],
    ['invalid-request', 'There is no output "y"; available: "x".', outputsOf({ name: 'y' })],
    ['invalid-request', 'must be requested once, not twice.', outputsOf({ name: 'x' }, { name: 'x' })],
    ['invalid-tensor', 'The model takes others.', { inputs: [] }],
    ['invalid-tensor', 'The model takes others.', { inputs: [one, { ...one, name: 'y' }] }],
    ['invalid-tensor', 'The input "x" must be sent once, not several times.', { inputs: [one, one] }],
    ['invalid-tensor', neither, inputOf({ data: undefined })],
    ['invalid-tensor', neither, inputOf({ data: null })],
    ['invalid-request', '/inputs/0/shape/0 must be at least 0, not -1', inputOf({ shape: [-1] })],
    ['invalid-request', '/inputs/0/shape/0 must be a whole number', inputOf({ shape: [0.5] })],
    ['invalid-request', '/inputs/0/shape/0 must be a number, not "1"', inputOf({ shape: ['1'] })],
    ['invalid-request', '/inputs/0/shape/0 must be a whole number', inputOf({ shape: [2 ** 53] })],
    ['invalid-request', '/inputs/0/shape must have a length', inputOf({ shape: Array(65).fill(1) })],
    ['invalid-request', '/inputs/0/shape must be a list, not "1"', inputOf({ shape: '1' })],
    ['invalid-request', '/inputs/0/shape must be a list, not null', inputOf({ shape: null })],
  ])('as %s, in the words %s: %j', (problem, message, content) => {
    expectProblem(echoOf('FP32'), inferJson(content), problem, message);
  });

  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const missing = Array.from({ length: 100_000 }, (_, row) => (row === 0 ? Array(100_000).fill(0) : []));
  const long = { name: 'y'.repeat(1_000_000), data: ['x'.repeat(1_000_000)] };
  const few = '/inputs must have a length of at most 256, not 1000000.';
  const noRow = expect.stringContaining('there is an array of 0.');
  const short = expect.stringMatching(/^.{1,300}$/);
  const notJson = { problem: 'not-json', message: expect.stringContaining('must be one JSON object') };
  it.each<[string, HttpRequest, object]>([
    ['is empty', inferJson(''), notJson],
    ['is cut off', inferJson('{"inputs": ['), notJson],
    ['is no UTF-8', infer({ headers: {}, body: Buffer.from('{"x": "\xff"}', 'latin1') }), notJson],
    ['has more inputs than any model', inferJson({ inputs: Array(1_000_000).fill(1) }), { message: few }],
    ['lacks rows', inferJson(input('FP32', missing, [100_000, 100_000])), { message: noRow }],
    ['is nested a hundred thousand deep', inferJson(deep), { status: 400 }],
    ['has long texts, which are not repeated', inferJson(inputOf(long)), { message: short }],
  ])('where it %s', (_, sent, problem) => {
    expect(problemOf(echoOf('FP32'), sent)).toMatchObject(problem);
  });
});

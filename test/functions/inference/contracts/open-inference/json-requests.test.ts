import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Datatype } from '../../../../../functions/inference/model/tensors.ts';
import { echoOf, expectProblem, INFER, modelOf, parse, post, postJson, problemOf } from './support.ts';

const input = (datatype: string, data: unknown, shape: unknown = [(data as unknown[])?.length]) => ({
  inputs: [{ name: 'x', datatype, shape, data }],
});

describe('a request in JSON', () => {
  it('may have an input of any name', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const model = modelOf(names.map((name) => ({ name, datatype: 'FP32', shape: [1] })));
    const inputs = names.map((name, index) => ({ name, datatype: 'FP32', shape: [1], data: [index] }));

    const { input: tensors } = parse(model, postJson(INFER, { inputs }));

    expect(Object.keys(tensors)).toEqual(names);
  });

  it('may have fields and parameters that nobody knows, and null for those it does not use', () => {
    const request = {
      model_name: 'mymodel',
      id: null,
      parameters: { priority: 3, headers: { a: 1 } },
      inputs: [
        { name: 'x', datatype: 'FP32', shape: [1], data: [1], parameters: { content_type: 'np' }, more: 1 },
      ],
      outputs: null,
    };

    const parsed = parse(echoOf('FP32'), postJson(INFER, request));

    expect(parsed).toMatchObject({ id: undefined, digest: undefined, attemptsLeft: undefined });
  });

  it('may name any media type or none, as for Triton', () => {
    const event = postJson(INFER, input('FP32', [1]), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    const bare = { ...event, headers: {} };

    const requests = [event, bare].map((request) => parse(echoOf('FP32'), request));

    expect(requests).toHaveLength(2);
  });
});

describe('elements in JSON are refused', () => {
  it.each([
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
    ['FP32', [1, null], 'has null as element 1'],
    ['FP32', ['1'], 'has "1" as element 0'],
    ['FP32', [1, [2]], 'has an array as element 1'],
    ['FP32', [{ valueOf: 1, toString: 1 }], 'has an object as element 0'],
    ['FP64', ['NaN'], 'has "NaN" as element 0'],
    ['BOOL', [1], 'has 1 as element 0: BOOL takes true or false.'],
    ['BYTES', [7], 'has 7 as element 0: BYTES takes strings'],
    ['BYTES', ['\ud800'], 'as element 0: BYTES takes strings of well-formed Unicode.'],
    ['BYTES', ['x'.repeat(1_000_000), 1], 'has 1 as element 1'],
  ])('for %s in %o', (datatype, data, message) => {
    const sent = postJson(INFER, input(datatype, data));

    expectProblem(echoOf(datatype as Datatype), sent, 'invalid-tensor', message);
  });

  const short =
    'must have arrays of 2 at depth 2, as its shape [2, 2] says, or be flat; there is an array of 1.';
  it.each([
    ['too few', [2, 2], [1, 2, 3], 'must have 4 elements, as its shape [2, 2] says, not 3.'],
    ['too many', [1], [1, 2], 'must have 1 elements'],
    ['too few rows', [2, 2], [[1, 2]], 'must have arrays of 2 at depth 1'],
    ['a short row', [2, 2], [[1, 2], [3]], short],
    ['a number for a row', [2, 2], [[1, 2], 3], 'there is 3.'],
    ['too deep', [2, 1], [[[1]], [[2]]], 'has an array as element 0'],
    ['nested without a dimension', [], [[1]], 'has an array as element 0'],
    ['no array', [1], 7, 'must have its elements in "data", as an array.'],
  ])('where they are %s', (_, shape, data, message) => {
    const sent = postJson(INFER, input('FP32', data, shape));

    expectProblem(echoOf('FP32', shape), sent, 'invalid-tensor', message);
  });
});

describe('a shape is refused', () => {
  it.each([[[-1]], [[0.5]], [['1']], [[2 ** 53]], ['1'], [null]])('that is %j', (shape) => {
    const message = '/inputs/0/shape must be an array of at most 64 whole numbers';

    expectProblem(echoOf('FP32'), postJson(INFER, input('FP32', [1], shape)), 'invalid-request', message);
  });

  it('before anything is allocated for rows that are not there', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => (index === 0 ? Array(100_000).fill(0) : []));
    const sent = postJson(INFER, input('FP32', rows, [100_000, 100_000]));

    expectProblem(echoOf('FP32'), sent, 'invalid-tensor', 'there is an array of 0.');
  });
});

describe('a request is refused', () => {
  const one = { name: 'x', datatype: 'FP32', shape: [1], data: [1] };
  const inputOf = (changes: object) => ({ inputs: [{ ...one, ...changes }] });
  const outputsOf = (...outputs: object[]) => ({ inputs: [one], outputs });

  it.each([
    [null, 'The body must be'],
    [[], '/inputs is missing'],
    [{}, '/inputs is missing'],
    [{ inputs: {} }, '/inputs must be an array of at most 256 objects'],
    [{ inputs: [1] }, '/inputs/0 must be'],
    [inputOf({ name: 1 }), '/inputs/0/name must be'],
    [inputOf({ datatype: 'BF16' }), '/inputs/0/datatype must be'],
    [inputOf({ shape: undefined }), '/inputs/0/shape is missing'],
    [inputOf({ parameters: 1 }), '/inputs/0/parameters must be'],
    [inputOf({ parameters: { binary_data_size: -1 } }), '/binary_data_size must be a number of bytes'],
    [{ inputs: [one], parameters: { binary_data_output: 'yes' } }, '/parameters/binary_data_output must be'],
    [outputsOf({ name: 'x', parameters: { binary_data: 1 } }), '/outputs/0/parameters/binary_data must be'],
    [outputsOf({}), '/outputs/0/name is missing'],
    [outputsOf({ name: 'y' }), 'There is no output "y"; there is "x".'],
    [outputsOf({ name: 'x' }, { name: 'x' }), 'The output "x" must be requested once, not twice.'],
  ])('as invalid-request: %j', (request, message) => {
    expectProblem(echoOf('FP32'), postJson(INFER, request), 'invalid-request', message);
  });

  it.each([
    [{ inputs: [] }, '"x" is not right'],
    [{ inputs: [one, one] }, 'There must be one input "x", not several.'],
    [{ inputs: [one, { ...one, name: 'y' }] }, 'superfluous'],
    [inputOf({ data: undefined }), 'must have "data" or the parameter "binary_data_size"; it has neither.'],
    [inputOf({ data: null }), 'it has neither'],
  ])('as invalid-tensor: %j', (request, message) => {
    expectProblem(echoOf('FP32'), postJson(INFER, request), 'invalid-tensor', message);
  });

  it.each([
    ['empty', Buffer.from('')],
    ['cut off', Buffer.from('{"inputs": [')],
    ['no UTF-8', Buffer.from('{"inputs": "\xff"}', 'latin1')],
  ])('as not-json: %s', (_, body) => {
    const message = 'The body must be one JSON object';

    expectProblem(echoOf('FP32'), post(INFER, { headers: {}, body }), 'not-json', message);
  });

  it('when it has more inputs than any model', () => {
    const problem = problemOf(echoOf('FP32'), postJson(INFER, { inputs: Array(1_000_000).fill(1) }));

    expect(problem.message).toBe('/inputs must be an array of at most 256 objects.');
  });

  it('when it is compressed in a way that is not taken', () => {
    const problem = problemOf(
      echoOf('FP32'),
      postJson(INFER, { inputs: [one] }, { 'content-encoding': 'br' }),
    );

    expect(problem.status).toBe(415);
    expect(problem.headers).toEqual({ 'accept-encoding': 'gzip, deflate, identity' });
  });

  it('when it is not compressed although it says so', () => {
    const problem = problemOf(
      echoOf('FP32'),
      postJson(INFER, { inputs: [one] }, { 'content-encoding': 'gzip' }),
    );

    expect(problem).toMatchObject({ status: 400, problem: 'invalid-request' });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ])('when it inflates beyond what a body may have: %s', (encoding, compress) => {
    const body = compress(Buffer.alloc(11_000_000));

    const problem = problemOf(
      echoOf('FP32'),
      post(INFER, { headers: { 'content-encoding': encoding }, body }),
    );

    expect(problem).toMatchObject({ status: 413, problem: 'inflated-too-large' });
  });

  it('when it is nested a hundred thousand deep, and not with a full stack', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const request = JSON.stringify({ inputs: [one] }).replace('[1]}', `${deep}}`);

    const problem = problemOf(echoOf('FP32'), postJson(INFER, request));

    expect(problem.status).toBe(400);
  });

  it('with a short message, however long the names in it are', () => {
    const name = 'y'.repeat(1_000_000);

    const { message } = problemOf(
      echoOf('FP32'),
      postJson(INFER, { inputs: [{ ...one, name, data: [true] }] }),
    );

    expect(message.length).toBeLessThan(300);
  });
});

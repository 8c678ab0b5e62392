import { describe, expect, it } from 'vitest';
import { type ClientRequest, jsonRequest } from '../../../../support/open-inference-client.ts';
import { echoOf, expectProblem, inferJson, keyed, modelOf, parse } from './support.ts';

const model = modelOf(
  [
    { name: 'a', datatype: 'FP32', shape: [2, -1] },
    { name: 'b', datatype: 'BYTES', shape: [-1] },
  ],
  ['y', 'z'].map((name) => ({ name, datatype: 'FP32', shape: [1] })),
);
const a = { name: 'a', datatype: 'FP32', shape: [2, 2], values: [0.1, 2, 3, 4] };
const b = { name: 'b', datatype: 'BYTES', shape: [2], values: ['ab', 'c'] };

const digestOf = (changes: Partial<ClientRequest>, of = model) =>
  parse(of, keyed(jsonRequest({ id: 'q', inputs: [a, b], ...changes }))).digest?.();

const simple = { inputs: [{ name: 'x', datatype: 'FP32', shape: [1], data: [1] }] };
const echo = echoOf('FP32');

describe('the protocol’s id', () => {
  it.each(['x', '永'.repeat(128), '', 'x'.repeat(1000)])('is returned without other effect: %s', (id) => {
    const parsed = parse(echo, inferJson({ ...simple, id }));

    expect(parsed).toMatchObject({ id: undefined, digest: undefined, echoedId: id });
  });

  it.each([
    ['\ud800', '/id must be well-formed Unicode'],
    [7, '/id must be'],
  ])('is refused as %j', (id, message) => {
    expectProblem(echo, inferJson({ ...simple, id }), 'invalid-request', message);
  });
});

describe('the header Idempotency-Key', () => {
  const keyedBy = (key: string) => inferJson(simple, { 'idempotency-key': key });

  it.each([
    ['x', 'x'],
    ['"a b"', 'a b'],
    ['"', '"'],
  ])('of value %s caches under %s, until the model changes', (sent, id) => {
    expect(parse(echo, keyedBy(sent))).toMatchObject({ id, idScope: 'content' });
  });

  it.each([
    ['', 'The header idempotency-key must have a length of at least 1, not 0.'],
    ['x'.repeat(256), 'The header idempotency-key must have a length of at most 255, not 256.'],
  ])('is refused as %j', (sent, message) => {
    expectProblem(echo, keyedBy(sent), 'invalid-request', message);
  });
});

describe('the digest of a request', () => {
  it.each<[string, Partial<ClientRequest>]>([
    ['its inputs in another order', { inputs: [b, a] }],
    ['all outputs by name', { outputs: [{ name: 'y' }, { name: 'z' }] }],
    ['its outputs in binary', { parameters: { binary_data_output: true } }],
    ['another id', { id: 'r' }],
  ])('never changes with %s, because the cache compares it with stored digests', (_, changes) => {
    expect(digestOf(changes)).toBe('2325534d4d9e63975b257bbc1794150f767bb11b65e656b11795fffd75e81aee');
  });

  it('differs for every other content, and for the same bytes under other names and datatypes', () => {
    const contents: Partial<ClientRequest>[] = [
      {},
      { inputs: [{ ...a, values: [0.1, 2, 3, 5] }, b] },
      { inputs: [{ ...a, shape: [2, 1], values: [0.1, 2] }, b] },
      { inputs: [a, { ...b, values: ['a', 'bc'] }] },
      { inputs: [a, { ...b, shape: [1], values: ['abc'] }] },
      { inputs: [a, { ...b, shape: [3], values: ['ab', 'c', ''] }] },
      { outputs: [{ name: 'y' }] },
      { outputs: [{ name: 'z' }, { name: 'y' }] },
    ];
    const empty = (name: string, datatype: 'FP32' | 'INT32') => {
      const input = { name, datatype, shape: [0] };
      return digestOf({ inputs: [{ ...input, values: [] }] }, modelOf([input], []));
    };

    const digests = contents.map((content) => digestOf(content));
    digests.push(empty('a', 'FP32'), empty('b', 'FP32'), empty('a', 'INT32'));

    expect(new Set(digests).size).toBe(contents.length + 3);
  });
});

import { describe, expect, it } from 'vitest';
import { type ClientRequest, jsonRequest } from '../../../../support/open-inference-client.ts';
import { echoOf, expectProblem, INFER, keyed, modelOf, parse, postJson } from './support.ts';

const model = modelOf(
  [
    { name: 'a', datatype: 'FP32', shape: [2, -1] },
    { name: 'b', datatype: 'BYTES', shape: [-1] },
  ],
  [
    { name: 'y', datatype: 'FP32', shape: [1] },
    { name: 'z', datatype: 'FP32', shape: [1] },
  ],
);
const a = { name: 'a', datatype: 'FP32', shape: [2, 2], values: [0.1, 2, 3, 4] };
const b = { name: 'b', datatype: 'BYTES', shape: [2], values: ['ab', 'c'] };
const request: ClientRequest = { id: 'q', inputs: [a, b] };

const digestOf = (changes: Partial<ClientRequest>) =>
  parse(model, keyed(jsonRequest({ ...request, ...changes }))).digest?.();

const simple = { inputs: [{ name: 'x', datatype: 'FP32', shape: [1], data: [1] }] };

describe('the protocol’s id', () => {
  it.each(['x', '永'.repeat(128), '', 'x'.repeat(1000)])(
    'comes back as it is, and means nothing else: %s',
    (id) => {
      const parsed = parse(echoOf('FP32'), postJson(INFER, { ...simple, id }));

      expect(parsed).toMatchObject({ id: undefined, digest: undefined, echoedId: id });
    },
  );

  it.each([
    ['\ud800', '/id must be well-formed Unicode'],
    [7, '/id must be'],
  ])('is refused as %j', (id, message) => {
    expectProblem(echoOf('FP32'), postJson(INFER, { ...simple, id }), 'invalid-request', message);
  });
});

describe('the header Idempotency-Key', () => {
  const keyedBy = (key: string) => postJson(INFER, simple, { 'idempotency-key': key });

  it.each([
    ['x', 'x'],
    ['"a b"', 'a b'],
    ['"', '"'],
  ])('%s caches under %s, for the model as it is now', (sent, id) => {
    expect(parse(echoOf('FP32'), keyedBy(sent))).toMatchObject({ id, idScope: 'content' });
  });

  it.each([
    ['', 'The header idempotency-key must be length >=1, not 0.'],
    ['x'.repeat(129), 'The header idempotency-key must be length <=128, not 129.'],
  ])('is refused as %j', (sent, message) => {
    expectProblem(echoOf('FP32'), keyedBy(sent), 'invalid-request', message);
  });
});

describe('the digest of a request', () => {
  it.each<[string, Partial<ClientRequest>]>([
    ['its inputs in another order', { inputs: [b, a] }],
    ['all outputs by name', { outputs: [{ name: 'y' }, { name: 'z' }] }],
    ['its outputs in binary', { parameters: { binary_data_output: true } }],
    ['another number of attempts left', { parameters: { retry: 1 } }],
    ['another id', { id: 'r' }],
  ])('is the same with %s', (_, changes) => {
    expect(digestOf(changes)).toBe(digestOf({}));
  });

  it('is another for every other content', () => {
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

    const digests = contents.map(digestOf);

    expect(new Set(digests).size).toBe(contents.length);
  });

  it('is another for the same bytes under other names and datatypes', () => {
    const empty = { shape: [0], values: [] };
    const of = (name: string, datatype: 'FP32' | 'INT32') => {
      const one = modelOf([{ name, datatype, shape: [0] }], []);
      return parse(one, keyed(jsonRequest({ inputs: [{ name, datatype, ...empty }] }))).digest?.();
    };

    expect(new Set([of('a', 'FP32'), of('b', 'FP32'), of('a', 'INT32')]).size).toBe(3);
  });

  it('stays what it is, for responses are cached with it', () => {
    const digest = digestOf({});

    expect(digest).toBe('2325534d4d9e63975b257bbc1794150f767bb11b65e656b11795fffd75e81aee');
  });
});

describe('attempts left', () => {
  it.each([
    [2, 2],
    [0, 0],
    [-1, undefined],
    [1.5, undefined],
    ['2', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('are %j in the parameter retry, and %j to the service', (retry, expected) => {
    const parsed = parse(echoOf('FP32'), postJson(INFER, { ...simple, parameters: { retry } }));

    expect(parsed.attemptsLeft).toBe(expected);
  });
});

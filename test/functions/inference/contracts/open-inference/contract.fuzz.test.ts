import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Datatype } from '../../../../../functions/inference/model/tensors.ts';
import {
  binaryRequest,
  type ClientTensor,
  type Element,
  jsonRequest,
  readReply,
  type WireMessage,
} from '../../../../support/open-inference-client.ts';
import { infer, keyed, modelOf, parse, send, wireOf } from './support.ts';

const whole = (array: { of(value: number): ArrayLike<number> }) =>
  fc.integer().map((value) => array.of(value)[0]!);
const finite = { noNaN: true, noDefaultInfinity: true } as const;
/** JSON.stringify writes -0 as 0. */
const positiveZero = (value: number) => (Object.is(value, -0) ? 0 : value);

/** Elements that JSON and binary data can both express. */
const ELEMENTS: Readonly<Record<Exclude<Datatype, 'FP16'>, fc.Arbitrary<Element>>> = {
  BOOL: fc.boolean(),
  UINT8: whole(Uint8Array),
  UINT16: whole(Uint16Array),
  UINT32: whole(Uint32Array),
  UINT64: fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }),
  INT8: whole(Int8Array),
  INT16: whole(Int16Array),
  INT32: whole(Int32Array),
  INT64: fc.bigInt({ min: 1n - 2n ** 53n, max: 2n ** 53n - 1n }),
  FP32: fc.float(finite).map(positiveZero),
  FP64: fc.double(finite).map(positiveZero),
  BYTES: fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
};

const tensor: fc.Arbitrary<ClientTensor> = fc
  .record({
    name: fc.string({ unit: 'binary', maxLength: 8 }).filter((text) => text.isWellFormed()),
    datatype: fc.constantFrom(...(Object.keys(ELEMENTS) as (keyof typeof ELEMENTS)[])),
    shape: fc.array(fc.nat(3), { maxLength: 4 }),
  })
  .chain(({ name, datatype, shape }) => {
    const count = shape.reduce((product, size) => product * size, 1);
    const values = fc.array(ELEMENTS[datatype], { minLength: count, maxLength: count });
    return values.map((elements) => ({ name, datatype, shape, values: elements }));
  });
const tensors = fc.uniqueArray(tensor, { selector: ({ name }) => name, minLength: 1, maxLength: 3 });

/** A model that returns its inputs. */
const modelFor = (inputs: readonly ClientTensor[]) =>
  modelOf(inputs.map(({ name, datatype, shape }) => ({ name, datatype: datatype as Datatype, shape })));

/** Fails unless the reply is a success or a client error. `send` throws unexpected exceptions, so they fail the test, too. */
function expectReply(event: Parameters<typeof send>[1], inputs: readonly ClientTensor[]): void {
  const response = send(modelFor(inputs), event);
  const { status } = response;
  expect(status === 200 || (status >= 400 && status < 500)).toBe(true);
  const { content } = readReply(status, wireOf(response));
  if (status !== 200) expect(content).toEqual({ error: expect.stringMatching(/\.$/) });
}

describe('every request', () => {
  it('is read the same from nested JSON, flat JSON and binary data, with one digest', () => {
    fc.assert(
      fc.property(tensors, fc.boolean(), fc.boolean(), (inputs, nested, binary) => {
        const request = { id: 'q', parameters: { binary_data_output: binary }, inputs };
        const model = modelFor(inputs);
        const events = [jsonRequest(request, nested), binaryRequest(request)].map(keyed);

        const digests = events.map((event) => parse(model, event).digest?.());
        const replies = events.map((event) => wireOf(send(model, event)));

        expect(digests[0]).toHaveLength(64);
        expect(digests[0]).toBe(digests[1]);
        expect(replies[0]).toEqual(replies[1]);
        const again = { ...request, inputs: readReply(200, replies[0]!).outputs };
        expect(parse(model, keyed(binaryRequest(again))).digest?.()).toBe(digests[0]);
      }),
      { numRuns: 150 },
    );
  });

  it('is served or refused with other bytes', () => {
    const change = fc.record({ at: fc.nat(), byte: fc.nat(255) });
    const several = fc.array(change, { minLength: 1, maxLength: 4 });
    const more = fc.integer({ min: -3, max: 3 });
    fc.assert(
      fc.property(tensors, fc.boolean(), several, more, (inputs, binary, changes, longer) => {
        const sent: WireMessage = (binary ? binaryRequest : jsonRequest)({ id: 'q', inputs });
        const body = new Uint8Array(Math.max(0, sent.body.length + longer));
        body.set(sent.body.subarray(0, body.length));
        for (const { at, byte } of changes) body[at % Math.max(1, body.length)] = byte;

        expectReply(infer({ ...sent, body }), inputs);
      }),
      { numRuns: 500 },
    );
  });

  it('is served or refused with any part replaced', () => {
    const other = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(-1, 0.5, 2 ** 31, 2 ** 53, 2 ** 70, '', null, [], {}, [[]], [1e300], { valueOf: 1 }),
      fc.constantFrom(...Object.keys(ELEMENTS), 'FP16', '__proto__'),
    );
    fc.assert(
      fc.property(tensors, fc.nat(30), other, fc.boolean(), (inputs, index, changed, binary) => {
        const outputs = [{ name: inputs[0]!.name, parameters: { binary_data: binary, classification: 0 } }];
        const parameters = { binary_data_output: binary };
        const sent = (binary ? binaryRequest : jsonRequest)({ id: 'q', parameters, outputs, inputs });
        const end = Number(sent.headers['inference-header-content-length'] ?? sent.body.length);
        let left = index;
        const change = (_: string, value: unknown) => (left-- === 0 ? changed : value);
        const header = Buffer.from(sent.body.subarray(0, end)).toString();
        const json = JSON.stringify(JSON.parse(header, change));
        const body = Buffer.concat([Buffer.from(json), sent.body.subarray(end)]);
        const headers = binary ? { 'inference-header-content-length': `${Buffer.byteLength(json)}` } : {};

        expectReply(infer({ headers, body }), inputs);
      }),
      { numRuns: 1000 },
    );
  });
});

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decompressed } from '../../../../../functions/inference/contracts/request/content-encoding.ts';
import type { Datatype, Tensor } from '../../../../../functions/inference/model/tensors.ts';
import {
  binaryRequest,
  type ClientTensor,
  type WireMessage,
} from '../../../../support/open-inference-client.ts';
import { echoOf, expectProblem, infer, inferJson, modelOf, parse } from './support.ts';

/** Builds a message without the client. */
function message(header: object, bytes: Uint8Array): WireMessage {
  const json = Buffer.from(JSON.stringify(header));
  const headers = { 'inference-header-content-length': String(json.length) };
  return { headers, body: Buffer.concat([json, bytes]) };
}

/** A message with one input `x` that has these bytes. */
function raw(datatype: string, shape: readonly number[], bytes: Uint8Array, size = bytes.length) {
  const inputs = [{ name: 'x', datatype, shape, parameters: { binary_data_size: size } }];
  return message({ inputs, parameters: { binary_data_output: true } }, bytes);
}

describe('a request with binary data', () => {
  it('may be compressed, and gives the length of its JSON before compression', () => {
    const { headers, body } = raw('UINT8', [3], Uint8Array.of(1, 2, 3));
    const compressed = { headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body) };

    const { input } = parse(echoOf('UINT8'), decompressed(infer(compressed)));

    expect(input).toEqual({ x: { datatype: 'UINT8', shape: [3], data: Uint8Array.of(1, 2, 3) } });
  });

  it.each<[Datatype, ClientTensor['values'], Tensor['data']]>([
    ['UINT64', [0n, 2n ** 64n - 1n], BigUint64Array.of(0n, 2n ** 64n - 1n)],
    ['INT64', [-(2n ** 63n), 2n ** 63n - 1n], BigInt64Array.of(-(2n ** 63n), 2n ** 63n - 1n)],
    ['FP16', [0x3c00, 0xfbff], Uint16Array.of(0x3c00, 0xfbff)],
    ['BYTES', ['永', Uint8Array.of(0xff)], [Buffer.from('永'), Buffer.of(0xff)]],
  ])('has elements of %s at any offset in the body', (datatype, values, data) => {
    const inputs = [{ name: 'x', datatype, shape: [2], values }];

    for (const id of ['1', '12', '123', '1234', '12345', '123456', '1234567', '12345678']) {
      const { input } = parse(echoOf(datatype), infer(binaryRequest({ id, inputs })));
      expect(input.x).toEqual({ datatype, shape: [2], data });
    }
  });

  it('is read without a copy if its alignment allows', () => {
    const { input } = parse(echoOf('UINT8'), infer(raw('UINT8', [100_000], new Uint8Array(100_000))));

    const { buffer, byteOffset } = input.x!.data as Uint8Array;
    expect(byteOffset).toBeGreaterThan(0);
    expect(buffer.byteLength).toBeGreaterThan(100_000);
  });

  it('may have some of its inputs in JSON', () => {
    const tensor = { datatype: 'UINT8', shape: [2] } as const;
    const parameters = { binary_data_size: 2 };
    const inputs = [
      { name: 'c', ...tensor, parameters },
      { name: 'b', ...tensor, data: [3, 4] },
      { name: 'a', ...tensor, parameters },
    ];

    const { input } = parse(modelOf(inputs), infer(message({ inputs }, Uint8Array.of(5, 6, 1, 2))));

    expect(input).toMatchObject({
      a: { data: Uint8Array.of(1, 2) },
      b: { data: Uint8Array.of(3, 4) },
      c: { data: Uint8Array.of(5, 6) },
    });
  });
});

describe('binary data are refused', () => {
  const elementTwo = 'input "x" has NaN as element 2: every element of FP32 must be finite.';
  const few = 'has only 1 elements; expected 2 elements of BYTES [2]';
  it.each([
    ['NaN', 'FP32', [3], Float32Array.of(0, 1, Number.NaN), elementTwo],
    ['infinity', 'FP32', [3], Float32Array.of(-Infinity, 1, 2), 'has -Infinity as element 0'],
    ['NaN', 'FP64', [3], Float64Array.of(0, Number.NaN, 2), 'has NaN as element 1'],
    ['infinity', 'FP16', [3], Uint16Array.of(0x7bff, 0x7c00, 0), 'has NaN or infinity as element 1'],
    ['NaN', 'FP16', [3], Uint16Array.of(0, 0, 0xfe00), 'has NaN or infinity as element 2'],
    ['a byte beyond 1', 'BOOL', [3], Uint8Array.of(0, 1, 2), 'has byte 2 as element 2: BOOL is 0 or 1.'],
    ['too few bytes', 'FP32', [2], new Uint8Array(7), 'must have 8 bytes, as FP32 [2] says, not 7.'],
    ['too many bytes', 'FP32', [2], new Uint8Array(9), 'must have 8 bytes'],
    ['far too few bytes', 'FP64', [2 ** 40, 100], new Uint8Array(8), 'must have 879609302220800 bytes'],
    ['an end within a length', 'BYTES', [1], Uint8Array.of(1, 0), 'ends within element 0, after 2 bytes'],
    ['a cut text', 'BYTES', [2], Uint8Array.of(1, 0, 0, 0, 97, 9, 0, 0, 0, 97), 'ends within element 1'],
    ['an element of 4 GiB', 'BYTES', [1], Uint8Array.of(255, 255, 255, 255), 'ends within element 0'],
    ['an element too few', 'BYTES', [2], Uint8Array.of(1, 0, 0, 0, 97), few],
    ['far too few elements', 'BYTES', [2 ** 50], Uint8Array.of(0, 0, 0, 0), 'has only 1 elements'],
    ['a byte too many', 'BYTES', [1], Uint8Array.of(0, 0, 0, 0, 7), 'has 1 bytes beyond the last'],
  ] as const)('with %s in %s %j', (_, datatype, shape, data, words) => {
    const sent = infer(raw(datatype, shape, new Uint8Array(data.buffer)));

    expectProblem(echoOf(datatype), sent, 'invalid-tensor', words);
  });

  it('when the body continues after them', () => {
    const words =
      'The body must end after the 5 bytes of binary data that its inputs declare; there are 4 more.';

    expectProblem(echoOf('UINT8'), infer(raw('UINT8', [5], new Uint8Array(9), 5)), 'invalid-tensor', words);
  });

  const lengths = ['', 'x', '-1', '1e3', '0x10', '1.5', '1, 1', '999999', '9'.repeat(400)];
  it.each(lengths)('when the header that says where they begin is "%s"', (length) => {
    const { body } = raw('UINT8', [1], new Uint8Array(1));
    const sent = infer({ headers: { 'inference-header-content-length': length }, body });

    const words = `must be the length of the JSON in bytes, at most ${body.length}`;
    expectProblem(echoOf('UINT8'), sent, 'invalid-request', words);
  });

  it('when a gateway treated them as text', () => {
    const { headers, body } = raw('UINT8', [1], Uint8Array.of(0xff));
    const sent = inferJson(Buffer.from(body).toString(), { ...headers });

    expectProblem(echoOf('UINT8'), sent, 'media-type', 'application/octet-stream');
  });
});

import { describe, expect, it } from 'vitest';
import type { Datatype, Tensor, Tensors } from '../../../../../functions/inference/model/tensors.ts';
import { jsonRequest, readReply } from '../../../../support/open-inference-client.ts';
import {
  contentOf,
  exampleModel,
  infer,
  inferJson,
  inferRoute,
  modelOf,
  parse,
  send,
  wireOf,
} from './support.ts';

const outputs: Tensors = { a: numbers(1), b: numbers(2, 3), c: numbers(4) };
const infos = ['a', 'b', 'c'].map((name) => ({ name, datatype: 'FP32', shape: [-1] }) as const);
const model = modelOf([], infos);

function numbers(...values: number[]): Tensor {
  return { datatype: 'FP32', shape: [values.length], data: Float32Array.from(values) };
}

/** The model's reply to a request for one output `y`. */
function replyWith(y: Tensor, parameters: object = {}, changes: object = {}) {
  const one = modelOf([], [{ name: 'y', datatype: y.datatype, shape: [-1] }], changes);
  return send(one, inferJson({ inputs: [], outputs: [{ name: 'y', parameters }] }), () => ({ y }));
}

const requestOutputs = (request: Record<string, unknown>) =>
  send(model, inferJson({ inputs: [], ...request }), () => outputs);

describe('a reply', () => {
  it('equals the protocol’s example', () => {
    const inputs = [
      { name: 'input0', shape: [2, 2], datatype: 'UINT32', values: [1, 2, 3, 4] },
      { name: 'input1', shape: [3], datatype: 'BOOL', values: [true, true, true] },
    ];
    const request = infer(jsonRequest({ id: '42', inputs, outputs: [{ name: 'output0' }] }));
    const tensor = { datatype: 'FP32', shape: [3, 2] } as const;
    const data = [1, 1.5, 2, 2.5, 3, 3.5];

    const output0 = { ...tensor, data: Float32Array.from(data) };

    const response = send(exampleModel, request, () => ({ output0 }));

    expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    const outputs = [{ name: 'output0', ...tensor, data }];
    expect(contentOf(response)).toEqual({ model_name: 'mymodel', model_version: '3f2a', id: '42', outputs });
  });

  it('names the version that made the prediction, which may be an earlier one', () => {
    const parsed = parse(model, inferJson({ inputs: [] }));

    const response = inferRoute(model).reply({ parsed, output: outputs, version: 'earlier' }, 0);

    expect(contentOf(response)).toMatchObject({ model_version: 'earlier' });
  });

  it.each([
    ['all outputs by default', undefined, ['a', 'b', 'c']],
    ['all outputs for an empty list', [], ['a', 'b', 'c']],
    ['the outputs that are requested, in that order', [{ name: 'c' }, { name: 'a' }], ['c', 'a']],
  ])('has %s', (_, wanted, names) => {
    const given = contentOf(requestOutputs({ outputs: wanted })).outputs as { name: string }[];

    expect(given.map(({ name }) => name)).toEqual(names);
  });

  it('has binary data on request, except for outputs that are requested in JSON', () => {
    const wanted = [{ name: 'b' }, { name: 'a', parameters: { binary_data: false } }, { name: 'c' }];

    const response = requestOutputs({ parameters: { binary_data_output: true }, outputs: wanted });

    const { content, outputs: given } = readReply(200, wireOf(response));
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'inference-header-content-length': String(JSON.stringify(content).length),
    });
    expect(given.map(({ values }) => values)).toEqual([[2, 3], [1], [4]]);
    expect(content.outputs).toEqual([
      { name: 'b', datatype: 'FP32', shape: [2], parameters: { binary_data_size: 8 } },
      { name: 'a', datatype: 'FP32', shape: [1], data: [1] },
      { name: 'c', datatype: 'FP32', shape: [1], parameters: { binary_data_size: 4 } },
    ]);
  });

  it.each<[Datatype, Tensor['data'], string]>([
    ['BOOL', Uint8Array.of(1, 0), '[true,false]'],
    ['INT8', Int8Array.of(-1, 0), '[-1,0]'],
    ['UINT64', BigUint64Array.of(2n ** 64n - 1n), '[18446744073709551615]'],
    ['INT64', BigInt64Array.of(-(2n ** 63n), 5n), '[-9223372036854775808,5]'],
    ['FP32', Float32Array.of(0.5, 3.4028234663852886e38), '[0.5,3.4028234663852886e+38]'],
    ['FP64', Float64Array.of(5e-324, 1e21), '[5e-324,1e+21]'],
    ['FP64', new Float64Array(0), '[]'],
    ['BYTES', [Buffer.from('\ufeff永"'), new Uint8Array(0)], '["\ufeff永\\"",""]'],
  ])('writes %s in JSON with all digits', (datatype, data, text) => {
    const response = replyWith({ datatype, shape: [data.length], data } as Tensor);

    expect(response.body).toContain(`"data":${text}}`);
  });

  it.each<[Datatype, Tensor['data'], string]>([
    ['FP32', Float32Array.of(0, Number.NaN), 'has NaN as element 1'],
    ['FP64', Float64Array.of(-Infinity), 'has -Infinity as element 0'],
    ['BYTES', [Uint8Array.of(0xff)], 'has bytes that are not UTF-8 as element 0'],
    ['FP16', Uint16Array.of(0x7c00), 'has NaN or infinity as element 0'],
  ])('cannot have every %s in JSON, and names binary data as the alternative', (datatype, data, message) => {
    const tensor = { datatype, shape: [data.length], data } as Tensor;
    const inJson = replyWith(tensor);
    const inBinary = replyWith(tensor, { binary_data: true });

    expect(inJson.status).toBe(400);
    const words = new RegExp(`^The output "y" ${message}, .*request it as binary data`);
    expect(contentOf(inJson).error).toMatch(words);
    expect(readReply(200, wireOf(inBinary)).outputs[0]?.values).toHaveLength(data.length);
  });
});

import { describe, expect, it } from 'vitest';
import type { Tensor, Tensors } from '../../../../../functions/inference/model/tensors.ts';
import type { Graph } from '../../../../../functions/inference/pipelines/pipeline.ts';
import {
  packTensors,
  tensor,
  unpackTensors,
} from '../../../../../functions/inference/pipelines/tensor/pipeline.ts';
import { Problem } from '../../../../../functions/inference/problems/problems.ts';
import { value } from '../support.ts';

const GRAPH: Graph = {
  file: 'member.onnx',
  inputs: [value('left', 'FP32', 'n', 2), value('right', 'INT64', 'n')],
  outputs: [value('sum', 'FP32', 'n', 2), value('maps', undefined)],
};
const floats = (...values: number[]): Tensor => ({
  datatype: 'FP32',
  shape: [1, values.length],
  data: Float32Array.from(values),
});
const open = (manifest: Record<string, unknown> = {}, graphs: readonly Graph[] = [GRAPH]) =>
  tensor.open(manifest, '.', graphs);

describe('pipeline tensor', () => {
  it('has the graph’s inputs and outputs that are tensors', async () => {
    const { tensors } = await open();

    expect(tensors.inputs).toEqual([
      { name: 'left', datatype: 'FP32', shape: [-1, 2] },
      { name: 'right', datatype: 'INT64', shape: [-1] },
    ]);
    expect(tensors.outputs).toEqual([{ name: 'sum', datatype: 'FP32', shape: [-1, 2] }]);
  });

  it('warms up with zeros, of the sizes that ensemble.json gives', async () => {
    const [{ left, right } = {}] = await (await open({ shapes: { left: [3, 2] } })).blank()(0);

    expect(left).toEqual({ datatype: 'FP32', shape: [3, 2], data: new Float32Array(6) });
    expect(right).toEqual({ datatype: 'INT64', shape: [1], data: new BigInt64Array(1) });
  });

  const right: Tensor = { datatype: 'INT64', shape: [1], data: new BigInt64Array(1) };
  it.each([
    ['missing', {}, '"left" is missing'],
    ['of another datatype', { left: { ...floats(1, 2), datatype: 'FP64' } }, 'FP32 [-1, 2], not FP64'],
    ['of another shape', { left: floats(1, 2, 3) }, 'must be FP32 [-1, 2], not FP32 [1, 3]'],
    ['not the model’s', { left: floats(1, 2), right, middle: right }, 'no input "middle"'],
  ])('refuses an input that is %s', async (_, given, words) => {
    const { tensors } = await open();

    const send = () => tensors.input(given as unknown as Tensors, ['sum']);

    expect(send).toThrow(Problem);
    expect(send).toThrow(words);
  });

  it.each([
    ['a zero byte, at which a string would end', [97, 0, 98]],
    ['bytes that are not UTF-8', [0xff, 0xfe]],
  ])('refuses %s, because the model would get a changed text', async (_, bytes) => {
    const { tensors } = await open({}, [{ ...GRAPH, inputs: [value('text', 'BYTES', 'n')] }]);
    const text = (...elements: Uint8Array[]): Tensors => ({
      text: { datatype: 'BYTES', shape: [elements.length], data: elements },
    });
    const ascii = Buffer.from('ab');

    expect(tensors.input(text(ascii, ascii), [])).toMatchObject({ tensors: text(ascii, ascii) });
    expect(() => tensors.input(text(ascii, Uint8Array.from(bytes)), [])).toThrow(
      'Element 1 of input "text" must be UTF-8 without zero bytes',
    );
  });

  it('turns an error of the model into a problem of the request', async () => {
    const problem = (await open()).failure?.(new Error('axis 0 differs\nand more'));

    expect(problem).toBeInstanceOf(Problem);
    expect(problem?.message).toBe('The model cannot take these tensors: axis 0 differs');
  });

  it.each([
    ['an output that no member gives', { outputs: ['product'] }, [GRAPH], ': none is a tensor "product"'],
    ['several members', {}, [GRAPH, GRAPH], 'a model of tensors has one member'],
  ])('stops at the start with %s', async (_, manifest, graphs, words) => {
    await expect(open(manifest, graphs)).rejects.toThrow(words);
  });
});

describe('cached tensors', () => {
  it.each<Tensor>([
    { datatype: 'BOOL', shape: [2], data: Uint8Array.of(0, 1) },
    { datatype: 'INT8', shape: [2], data: Int8Array.of(-128, 127) },
    { datatype: 'UINT16', shape: [2], data: Uint16Array.of(0, 65_535) },
    { datatype: 'INT64', shape: [1, 2], data: BigInt64Array.of(-(2n ** 63n), 2n ** 63n - 1n) },
    { datatype: 'FP16', shape: [1], data: Uint16Array.of(0x3c00) },
    { datatype: 'FP32', shape: [2, 1], data: Float32Array.of(Math.fround(0.1), Number.NaN) },
    { datatype: 'FP64', shape: [], data: Float64Array.of(0.1) },
    { datatype: 'BYTES', shape: [2], data: [Uint8Array.of(), Uint8Array.of(255, 0)] },
  ])('are the same again: $datatype', (given) => {
    expect(unpackTensors(packTensors({ given }))).toEqual({ given });
  });
});

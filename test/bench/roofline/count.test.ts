import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countOperations, countTraffic, type NodeRun, runNodes } from '../../../bench/roofline/count.ts';
import { matrixProduct } from '../../../bench/roofline/machine-limits.ts';
import { projectDirectory } from '../../../project/paths.ts';

type Shaped = NodeRun['input_type_shape'][number];
const float = (...shape: number[]): Shaped => ({ float: shape });
const bytes = (...shape: number[]): Shaped => ({ uint8: shape });

/** A node that reads no weights and moves nothing, except for what is given. */
function node(op_name: string, input_type_shape: Shaped[], output: Shaped): NodeRun {
  const bytes = { parameter_size: '0', activation_size: '0', output_size: '0' };
  return { op_name, input_type_shape, output_type_shape: [output], ...bytes };
}

describe('the work of a model', () => {
  it.each([
    ['numbers', matrixProduct('float', 8), 2 * 8 ** 3, 0, 3 * 64 * 4],
    ['8-bit integers', matrixProduct('integer', 4), 0, 2 * 4 ** 3, 16 + 16 + 64],
  ])(
    'is read off what ONNX Runtime runs: matrices of %s by hand',
    async (_, product, float, integer, bytes) => {
      const nodes = await runNodes(product, 'disabled');

      expect(countOperations(nodes)).toEqual({ float, integer, uncounted: [] });
      expect(countTraffic(nodes)).toEqual({ parameters: 0, activations: bytes });
    },
  );

  it.each([
    ['digits/cnn_3x3.onnx', [1, 28, 28, 1]],
    ['handwriting/efficientnet_lite2.onnx', [1, 64, 64, 3]],
  ])(
    'is weights of as many bytes as the file has, packed ones of 8 bits among them: %s',
    async (file, shape) => {
      const model = join(projectDirectory, 'models', file);
      const data = new Uint8Array(shape.reduce((product, extent) => product * extent));
      const pixels = { datatype: 'UINT8', shape, data } as const;

      const run = { model, feeds: { pixels }, outputs: ['probabilities'] };
      const { parameters } = countTraffic(await runNodes(run, 'extended'));

      expect(parameters / statSync(model).size).toBeGreaterThan(0.9);
      expect(parameters / statSync(model).size).toBeLessThan(1.1);
    },
  );

  const image = float(1, 8, 12, 12);
  const quantized = [bytes(1, 8, 4, 4), float(), bytes(), bytes(16, 8, 1, 1)];
  const small = [float(1, 8, 5, 5), float(8, 4, 2, 2)];

  it.each<[string, NodeRun, number]>([
    // 16 filters of 3 × 3 over 8 channels, at 10 × 10 places.
    ['convolution', node('Conv', [image, float(16, 8, 3, 3)], float(1, 16, 10, 10)), 2 * 1600 * 72],
    ['a filter a channel', node('Conv', [image, float(8, 1, 3, 3)], float(1, 8, 10, 10)), 2 * 800 * 9],
    // Its weights stand behind scale and zero point.
    ['a quantized convolution', node('QLinearConv', quantized, bytes(1, 16, 4, 4)), 2 * 256 * 8],
    ['its transposition', node('ConvTranspose', small, float(1, 4, 10, 10)), 2 * 200 * 16],
    ['products in batches', node('MatMul', [float(2, 3, 5), float(2, 5, 7)], float(2, 3, 7)), 2 * 42 * 5],
    ['a layer whose matrix is transposed', node('Gemm', [float(5, 3), float(7, 5)], float(3, 7)), 2 * 21 * 5],
    [
      'attention of two heads, 3 queries and 5 keys',
      node('Attention', [float(2, 3, 8), float(2, 5, 8), float(2, 5, 6)], float(2, 3, 6)),
      2 * 2 * 3 * 5 * (8 + 6),
    ],
    ['one operation an element', node('Add', [float(2, 3), float(3)], float(2, 3)), 6],
    ['a sum', node('ReduceMean', [float(2, 30)], float(2, 1)), 60],
    ['nothing', node('Reshape', [float(2, 30)], float(60)), 0],
  ])('is by its shapes that of %s', (_what, run, operations) => {
    const { float, integer } = countOperations([run]);

    expect(float + integer).toBe(operations);
  });

  it('is of a table of embeddings only what is looked up, not the whole table', () => {
    const rows = node('Gather', [float(9000, 192), float(4)], float(4, 192));
    const bytes = { parameter_size: '6912000', activation_size: '32', output_size: '3072' };

    expect(countTraffic([{ ...rows, ...bytes }]).parameters).toBe(3104);
  });

  it.each([
    ['LSTM', [float(1, 1, 8)]],
    ['Attention', [float(1, 3, 8), float(8, 24)]],
  ])('names what shapes alone do not tell, instead of guessing: %s', (operator, inputs) => {
    const run = node(operator, inputs, float(1, 1, 1, 8));

    expect(countOperations([run])).toEqual({ float: 0, integer: 0, uncounted: [operator] });
  });
});

import { describe, expect, it } from 'vitest';
import type { TensorInfo } from '../../functions/inference/model/tensors.ts';
import { numberCell } from '../../functions/page/browser/result/words.ts';
import { elementRows } from '../../functions/page/browser/tensor/element-rows.ts';
import { elementsOf, takesPicture } from '../../functions/page/browser/tensor/from-picture.ts';
import { requestFrom, zeros } from '../../functions/page/browser/tensor/request.ts';

const X: TensorInfo = { name: 'x', datatype: 'FP32', shape: [-1, 3] };

describe('the form of a model of tensors', () => {
  it('begins with zeros of each datatype, one row per line', () => {
    expect(zeros([2, 3], 'FP32')).toBe('0, 0, 0\n0, 0, 0');
    expect(zeros([1, 2, 1], 'BOOL')).toBe('false, false');
    expect(zeros([], 'BYTES')).toBe('""');
  });

  it('omits a large number of elements, and sends zeros for them', () => {
    const info: TensorInfo = { name: 'x', datatype: 'UINT8', shape: [1, 200, 200, 3] };

    const data = zeros(info.shape, info.datatype);
    const { inputs } = requestFrom([{ info, shape: info.shape, data }]);

    expect(data).toBe('');
    expect(inputs[0]?.data).toHaveLength(120_000);
  });

  it.each(['1, 2, 3', '[1, 2, 3]', '1, 2, 3,', ' 1,\n2,3 ', '1, 2\n3\n', '[\n1,\n2\n,3\n]', '[1]\n[2]\n[3]'])(
    'takes elements as %j',
    (data) => {
      const [input] = requestFrom([{ info: X, shape: [1, 3], data }]).inputs;

      expect(input).toMatchObject({ name: 'x', datatype: 'FP32', shape: [1, 3] });
      expect((input!.data as number[]).flat()).toEqual([1, 2, 3]);
    },
  );

  it('names the invalid field', () => {
    const trouble = expect.objectContaining({ title: 'The elements of x cannot be read' });

    expect(() => requestFrom([{ info: X, shape: [1, 3], data: '1 2 3' }])).toThrow(trouble);
  });
});

describe('a picture as a tensor', () => {
  it.each([
    ['FP32', [1, 3, 224, 224], true],
    ['UINT8', [-1, -1, -1, 3], true],
    ['INT64', [1, 3, 224, 224], false],
    ['FP32', [4, 3, 224, 224], false],
    ['FP32', [1, 3, 224], false],
    ['FP32', [1, 64, 28, 28], false],
  ] as const)('can be given to %s %j: %s', (datatype, shape, expected) => {
    expect(takesPicture({ name: 'x', datatype, shape })).toBe(expected);
  });

  it.each([
    [true, '0 to 255', [255, 51, 0, 102, 0, 153]],
    [false, '0 to 255', [255, 0, 0, 51, 102, 153]],
    [false, '0 to 1', [1, 0, 0, 0.2, 0.4, 0.6]],
    [false, '-1 to 1', [1, -1, -1, -0.6, -0.2, 0.2]],
    // torchvision: (pixels / 255 - [0.485, 0.456, 0.406]) / [0.229, 0.224, 0.225]
    [false, 'normalised as for ImageNet', [2.248908, -2.035714, -1.804444, -1.244541, -0.25, 0.862222]],
  ])('has its colours by channel: %s, with values %s', (isByChannel, normalisation, expected) => {
    const data = new Uint8ClampedArray([255, 0, 0, 255, 51, 102, 153, 255]);

    expect(elementsOf({ data, width: 2, height: 1 }, isByChannel, normalisation)).toEqual(expected);
  });
});

describe('the table of an output', () => {
  const ten = Array.from({ length: 10 }, (_, index) => `${index}`);

  it.each([
    ['has numbered columns if a row of the tensor fits', ['a', 'b', 'c', 'd'], 2, ['a b', 'c d']],
    ['has one column of one element', ['a'], 1, ['a']],
    ['is empty', [], 0, []],
    ['says where each part of a longer row begins', ten, 10, ['[0] 0 1 2 3 4', '[5] 5 6 7 8 9']],
    [
      'begins a new row for each row of the tensor',
      [...ten.slice(0, 9), 'a', 'b'],
      9,
      ['[0, 0] 0 1 2 3 4', '[0, 5] 5 6 7 8 ', '[1, 0] a b   '],
    ],
  ])('%s', (_, elements, columns, rows) => {
    const { heads, rows: found } = elementRows(elements, columns);

    expect(found.map((cells) => cells.join(' '))).toEqual(rows);
    expect(heads).toEqual(columns === 2 ? ['0', '1'] : []);
  });
});

it('A table shows integers in full, and fractions with six figures', () => {
  expect([1234567, 0.123456789, 'a'].map(numberCell)).toEqual(['1234567', '0.123457', 'a']);
});

import { describe, expect, it } from 'vitest';
import { checkManifest } from '../../../../../../functions/inference/model/manifest.ts';
import { ImageLabelsSchema } from '../../../../../../functions/inference/pipelines/image-classification/manifest.ts';
import { resolveFormats } from '../../../../../../functions/inference/pipelines/image-classification/pipeline.ts';
import { feedsOf } from '../../../../../../functions/inference/pipelines/picture/input/member-tensors.ts';
import type { Graph, ValueInfo } from '../../../../../../functions/inference/pipelines/pipeline.ts';
import { value } from '../../support.ts';

const LABELS = 10;

const toTensor = (...given: Parameters<typeof feedsOf>) => feedsOf(...given)[given[1].input]!;

/** A graph with one input, "x". */
function graph(datatype: ValueInfo['datatype'], ...shape: (number | string)[]): Graph {
  const outputs = [value('scores', 'FP32', 'n', LABELS)];
  return { file: 'member.onnx', inputs: [value('x', datatype, ...shape)], outputs };
}
/** The input format of a member. @param input the field `input` of `ensemble.json` */
function formatOf(model: Graph, input: object = {}) {
  const fields = { input, labels: { file: 'labels.txt' }, members: [] };
  const manifest = checkManifest(ImageLabelsSchema, fields, '.');
  return resolveFormats(manifest, [model], LABELS)[0]!;
}

describe('the format of a member', () => {
  it.each([
    ['NHWC bytes', graph('UINT8', 'n', 28, 20, 3), [1, 28, 20, 3], 'rgb', false],
    ['NCHW floats', graph('FP32', 'n', 3, 28, 20), [1, 3, 28, 20], 'rgb', true],
    ['one grey channel last', graph('FP32', -1, 28, 20, 1), [1, 28, 20, 1], 'grey', false],
    ['one grey channel first', graph('FP16', 1, 1, 28, 20), [1, 1, 28, 20], 'grey', true],
    ['no channel', graph('FP32', 'n', 28, 20), [1, 28, 20], 'grey', false],
  ])('comes from the graph: %s', (_, model, shape, colour, planar) => {
    const format = formatOf(model);

    expect(format).toMatchObject({ input: 'x', shape, planar, output: 'scores' });
    expect(format.picture).toMatchObject({ width: 20, height: 28, colour });
  });

  it('takes a row of values for a square grey picture', () => {
    const format = formatOf(graph('FP64', 'n', 64));

    expect(format).toMatchObject({ shape: [1, 64], picture: { width: 8, height: 8, colour: 'grey' } });
  });

  it('has the size from ensemble.json if the graph leaves it open', () => {
    const format = formatOf(graph('FP32', 'n', 3, 'h', 'w'), { width: 224, height: 160 });

    expect(format.shape).toEqual([1, 3, 160, 224]);
  });

  it('finds the scores among several outputs', () => {
    const outputs = [value('label', 'INT64', 'n'), value('probabilities', 'FP32', 'n', LABELS)];

    expect(formatOf({ ...graph('FP32', 'n', 64), outputs }).output).toBe('probabilities');
  });

  it('reports all errors at once, with the graph’s inputs and outputs', () => {
    const model = { ...graph('FP32', 'n', 3, 'h', 'w'), outputs: [value('scores', 'FP32', 'n', 7)] };

    const say = () => formatOf(model, { mean: [0.5], colour: 'grey' });

    expect(say).toThrow(
      'member.onnx takes FP32 [n, 3, h, w] as "x" and gives FP32 [n, 7] as "scores": set "height", because the graph leaves it open; ' +
        'set "width", because the graph leaves it open; "colour": "grey" has 1 channels, but the graph takes 3; ' +
        'none of its outputs gives 10 scores, one for each label',
    );
  });

  const mask = [value('pixel_mask', 'INT64', 'n', 8, 8)];
  const several = [value('a', 'FP32', 'n', 8, 8), value('b', 'FP32', 'n')];
  it.each([
    ['another size than the graph', graph('FP32', 'n', 3, 8, 8), { width: 9 }, '"width": 9, but'],
    ['an input that is not there', graph('FP32', 'n', 8, 8), { name: 'y' }, 'no input "y"'],
    ['an input of whole numbers', graph('INT64', 'n', 8, 8), {}, 'not INT64'],
    ['dimensions that can be read two ways', graph('FP32', 'n', 3, 8, 3), {}, 'set "layout"'],
    ['too many dimensions', graph('FP32', 'n', 2, 3, 8, 8), {}, '2 to 4 dimensions'],
    ['two inputs', { ...graph('FP32'), inputs: several }, {}, 'the pipeline "tensor"'],
    ['no input but a mask', { ...graph('FP32'), inputs: mask }, {}, 'no input for pictures'],
    ['an unknown field', graph('FP32', 'n', 8, 8), { widht: 8 }, 'input.widht'],
  ])('is refused with %s', (_, model, input, words) => {
    expect(() => formatOf(model, input)).toThrow(words);
  });
});

describe('a picture as a tensor', () => {
  /** Two pixels. */
  const pixels = Uint8Array.of(0, 51, 102, 153, 204, 255);

  it.each([
    ['one channel after the other', {}, ['n', 3, 1, 2], [0, 0.6, 0.2, 0.8, 0.4, 1]],
    ['its channels in the other order', { colour: 'bgr' }, ['n', 2, 1, 3], [0.4, 0.2, 0, 1, 0.8, 0.6]],
    [
      'each channel normalised by its own mean and deviation',
      { mean: [0.5, 0, 0.4], deviation: [0.5, 0.1, 2] },
      ['n', 2, 1, 3],
      [-1, 2, 0, 0.2, 8, 0.3],
    ],
  ])('has %s if the member was trained so', (_, input, shape, expected) => {
    const { data } = toTensor(pixels, formatOf(graph('FP32', ...shape), input));

    expect(Array.from(data as Float32Array, (value) => Number(value.toFixed(3)))).toEqual(expected);
  });

  it('is the pixels themselves if the member takes them as they are, and otherwise a copy', () => {
    const bytes = graph('UINT8', 'n', 2, 1, 3);

    expect(toTensor(pixels, formatOf(bytes)).data).toBe(pixels);
    expect(toTensor(pixels, formatOf(bytes, { colour: 'bgr' })).data).toEqual(
      Uint8Array.of(102, 51, 0, 255, 204, 153),
    );
    expect(toTensor(pixels, formatOf(bytes, { scale: 0.2 })).data).toEqual(pixels.map((value) => value / 5));
  });

  it('is written over a tensor that no run needs any more, if there is one', () => {
    const format = formatOf(graph('FP16', 'n', 3, 1, 2));
    const spare = toTensor(pixels, format);
    const other = pixels.map((value) => value + 1);

    const { data } = toTensor(other, format, spare);

    expect(data).toBe(spare.data);
    expect(data).toEqual(toTensor(other, format).data);
  });

  it('has half precision if the member takes it', () => {
    const { datatype, data } = toTensor(pixels, formatOf(graph('FP16', 'n', 2, 1, 3)));

    expect(datatype).toBe('FP16');
    // 1.0 in half precision.
    expect((data as Uint16Array)[5]).toBe(0x3c00);
  });
});

import { describe, expect, it } from 'vitest';
import { checkFields } from '../../../../../functions/inference/pipelines/define-pipeline.ts';
import { ImageLabelsSchema } from '../../../../../functions/inference/pipelines/image-classification/manifest.ts';
import { resolveFormat } from '../../../../../functions/inference/pipelines/image-classification/member-format.ts';
import type { Graph, GraphPlace } from '../../../../../functions/inference/pipelines/pipeline.ts';

const LABELS = 10;

function place(name: string, datatype: GraphPlace['datatype'], ...shape: (number | string)[]): GraphPlace {
  return { name, datatype, shape };
}
function graph(input: GraphPlace, output: GraphPlace = place('scores', 'FP32', 'n', LABELS)): Graph {
  return { file: 'member.onnx', inputs: [input], outputs: [output] };
}
/** The format of a member, with what its `ensemble.json` says. */
function formatOf(model: Graph, input: object = {}, output: object = {}) {
  const manifest = checkFields(
    ImageLabelsSchema,
    { input, output, labels: { file: 'labels.txt' }, members: [] },
    '.',
  );
  return resolveFormat(model, manifest.input, manifest.output, LABELS);
}

describe('the format of a member', () => {
  it.each([
    ['NHWC bytes', place('x', 'UINT8', 'n', 28, 20, 3), [1, 28, 20, 3], 'rgb', false],
    ['NCHW floats', place('x', 'FP32', 'n', 3, 28, 20), [1, 3, 28, 20], 'rgb', true],
    ['one grey channel last', place('x', 'FP32', -1, 28, 20, 1), [1, 28, 20, 1], 'grey', false],
    ['one grey channel first', place('x', 'FP16', 1, 1, 28, 20), [1, 1, 28, 20], 'grey', true],
    ['no channel', place('x', 'FP32', 'n', 28, 20), [1, 28, 20], 'grey', false],
  ])('comes from the graph: %s', (_, input, shape, colour, planar) => {
    const format = formatOf(graph(input));

    expect(format).toMatchObject({ input: 'x', shape, planar, output: 'scores' });
    expect(format.picture).toMatchObject({ width: 20, height: 28, colour });
  });

  it('takes a row of values for a square grey picture', () => {
    const format = formatOf(graph(place('x', 'FP64', 'n', 64)));

    expect(format).toMatchObject({ shape: [1, 64], picture: { width: 8, height: 8, colour: 'grey' } });
  });

  it('has the size that ensemble.json gives where the graph leaves it open', () => {
    const open = graph(place('x', 'FP32', 'n', 3, 'h', 'w'));

    expect(formatOf(open, { width: 224, height: 160 }).shape).toEqual([1, 3, 160, 224]);
  });

  it('finds the scores among several outputs', () => {
    const model: Graph = {
      ...graph(place('x', 'FP32', 'n', 64)),
      outputs: [place('label', 'INT64', 'n'), place('probabilities', 'FP32', 'n', LABELS)],
    };

    expect(formatOf(model).output).toBe('probabilities');
  });

  it('says all that is wrong at once, in the words of the graph', () => {
    const model = graph(place('x', 'FP32', 'n', 3, 'h', 'w'), place('scores', 'FP32', 'n', 7));

    const say = () => formatOf(model, { mean: [0.5], colour: 'grey' });

    expect(say).toThrow(
      'member.onnx takes FP32 [n, 3, h, w] as "x" and gives FP32 [n, 7] as "scores": say "height", the graph leaves it open; ' +
        'say "width", the graph leaves it open; "colour": "grey" has 1 channels where the graph takes 3; ' +
        'none of its outputs gives 10 scores, one for each label',
    );
  });

  it.each([
    [
      'another size than the graph',
      graph(place('x', 'FP32', 'n', 3, 8, 8)),
      { width: 9 },
      '"width": 9 where',
    ],
    ['an input that is not there', graph(place('x', 'FP32', 'n', 8, 8)), { name: 'y' }, 'no input "y"'],
    ['an input of whole numbers', graph(place('x', 'INT64', 'n', 8, 8)), {}, 'not INT64'],
    ['dimensions that can be read two ways', graph(place('x', 'FP32', 'n', 3, 8, 3)), {}, 'say "layout"'],
    ['too many dimensions', graph(place('x', 'FP32', 'n', 2, 3, 8, 8)), {}, '2 to 4 dimensions'],
  ])('is refused with %s', (_, model, input, words) => {
    expect(() => formatOf(model, input)).toThrow(words);
  });

  it('is refused with two inputs, which is another pipeline', () => {
    const model: Graph = {
      ...graph(place('x', 'FP32', 'n', 8, 8)),
      inputs: [place('a', 'FP32', 'n', 8, 8), place('b', 'FP32', 'n')],
    };

    expect(() => formatOf(model)).toThrow('a model of pipeline "tensor"');
  });

  it('is refused with a field that nobody knows', () => {
    expect(() => formatOf(graph(place('x', 'FP32', 'n', 8, 8)), { widht: 8 })).toThrow('input.widht');
  });
});

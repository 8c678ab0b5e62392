import { expect, it } from 'vitest';
import { plannerOf } from '../../model-repository/make/make-model.ts';
import type { LoadedModel } from '../../model-repository/make/planner.ts';
import type { ModelOptions } from '../../model-repository/make/read-model-options.ts';

const takesRowsOf = (values: number) => ({
  file: 'rows.onnx',
  inputs: [{ name: 'x', datatype: 'FP32', shape: ['n', values] } as const],
  outputs: [{ name: 'scores', datatype: 'FP32', shape: ['n', 3] } as const],
});

/** The pipeline of a model that takes rows of so many values. */
function pipelineOf(options: ModelOptions, values: number): string {
  return plannerOf({ source: 'rows.onnx', graph: takesRowsOf(values) } as unknown as LoadedModel, options)
    .pipeline;
}

it.each<[string, number, ModelOptions, string]>([
  ['nobody says more', 784, {}, 'tensor'],
  ['there are labels, and 8 × 8 pixels or more', 64, { labels: 'labels.txt' }, 'image-classification'],
  ['there are labels, and rows as of a table', 4, { labels: 'labels.txt' }, 'tensor'],
  ['somebody says pictures, however small', 4, { pipeline: 'image-classification' }, 'image-classification'],
  ['something is said of pictures', 4, { labels: 'a', colour: 'grey' }, 'image-classification'],
])('where %s, a model that takes %i values a row is of its pipeline', (_, values, options, pipeline) => {
  expect(pipelineOf(options, values)).toBe(pipeline);
});

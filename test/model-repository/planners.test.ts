import { describe, expect, it } from 'vitest';
import type { LoadedModel } from '../../model-repository/make/loaded-model.ts';
import type { ModelOptions } from '../../model-repository/make/model-options.ts';
import { plannerOf } from '../../model-repository/make/planners.ts';

const takesRowsOf = (values: number) => ({
  file: 'rows.onnx',
  inputs: [{ name: 'x', datatype: 'FP32', shape: ['n', values] } as const],
  outputs: [{ name: 'scores', datatype: 'FP32', shape: ['n', 3] } as const],
});

/** The pipeline of a model that takes rows of so many values. */
function pipelineOf(options: Partial<ModelOptions>, values: number): string {
  const model = { source: 'rows.onnx', member: { graph: takesRowsOf(values) } } as unknown as LoadedModel;
  return plannerOf(model, { input: {}, output: {}, ...options }).pipeline;
}

describe('A model that takes rows of values', () => {
  it('is one of tensors where nobody says more', () => {
    expect(pipelineOf({}, 784)).toBe('tensor');
  });

  it('is one of pictures with labels, from 8 × 8 pixels on', () => {
    expect(pipelineOf({ labels: 'labels.txt' }, 64)).toBe('image-classification');
  });

  it('stays one of tensors with labels where its rows are those of a table, even if their number has a whole root', () => {
    expect(pipelineOf({ labels: 'labels.txt' }, 4)).toBe('tensor');
    expect(pipelineOf({ labels: 'labels.txt' }, 13)).toBe('tensor');
  });

  it.each<Partial<ModelOptions>>([{ pipeline: 'image-classification' }, { input: { colour: 'grey' } }])(
    'is one of pictures, however small, where somebody says so: %j',
    (options) => {
      expect(pipelineOf({ labels: 'labels.txt', ...options }, 4)).toBe('image-classification');
    },
  );
});

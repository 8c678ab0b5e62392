import { describe, expect, it } from 'vitest';
import { choosePipeline } from '../../model-repository/make/choose-pipeline.ts';
import type { ModelOptions } from '../../model-repository/make/model-options.ts';

const takesRowsOf = (values: number) => ({
  file: 'rows.onnx',
  inputs: [{ name: 'x', datatype: 'FP32', shape: ['n', values] } as const],
  outputs: [{ name: 'scores', datatype: 'FP32', shape: ['n', 3] } as const],
});
const said = (options: Partial<ModelOptions>): ModelOptions => ({ input: {}, output: {}, ...options });

describe('A model that takes rows of values', () => {
  it('is one of tensors where nobody says more', () => {
    expect(choosePipeline(said({}), takesRowsOf(784))).toBe('tensor');
  });

  it('is one of pictures with labels, from 8 × 8 pixels on', () => {
    expect(choosePipeline(said({ labels: 'labels.txt' }), takesRowsOf(64))).toBe('image-classification');
  });

  it('stays one of tensors with labels where its rows are those of a table, even if their number has a whole root', () => {
    expect(choosePipeline(said({ labels: 'labels.txt' }), takesRowsOf(4))).toBe('tensor');
    expect(choosePipeline(said({ labels: 'labels.txt' }), takesRowsOf(13))).toBe('tensor');
  });

  it.each<Partial<ModelOptions>>([{ pipeline: 'image-classification' }, { input: { colour: 'grey' } }])(
    'is one of pictures, however small, where somebody says so: %j',
    (options) => {
      expect(choosePipeline(said({ labels: 'labels.txt', ...options }), takesRowsOf(4))).toBe(
        'image-classification',
      );
    },
  );
});

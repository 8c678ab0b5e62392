import { expect, it } from 'vitest';
import { requirePipeline } from '../../../../functions/inference/pipelines/pipelines.ts';

it('An unknown pipeline is refused with the list of pipelines', () => {
  expect(() => requirePipeline('models/digits', { pipeline: 'image-labels' })).toThrow(
    /"pipeline" must be one of .*image-classification.*, not "image-labels"/,
  );
});

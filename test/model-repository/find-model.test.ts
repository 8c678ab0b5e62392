import { describe, expect, it } from 'vitest';
import { modelDirectory } from '../../model-repository/find-model.ts';

describe('A model that is not there', () => {
  it.each([
    ['digts', 'there is no model "digts": did you mean digits?'],
    ['speech', /^there is no model "speech": expected the file .*; models there are: .*digits/],
  ])('is told with what may have been meant: %s', (model, message) => {
    expect(() => modelDirectory(model)).toThrow(message);
  });
});

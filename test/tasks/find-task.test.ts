import { describe, expect, it } from 'vitest';
import { taskDirectory } from '../../tasks/find-task.ts';

describe('A task that is not there', () => {
  it.each([
    ['digts', 'there is no task "digts": did you mean digits?'],
    ['speech', /^there is no task "speech": expected the file .*; tasks there are: .*digits/],
  ])('is told with what may have been meant: %s', (task, message) => {
    expect(() => taskDirectory(task)).toThrow(message);
  });
});

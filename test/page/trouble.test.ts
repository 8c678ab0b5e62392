import { describe, expect, it } from 'vitest';
import { timeoutFor, troubleOf } from '../../functions/page/browser/request/trouble.ts';

describe('error messages of the page', () => {
  it.each([
    [413, 'That is too large', false],
    [415, 'That is not a picture', false],
    [422, 'The request was rejected', false],
    [429, 'The service is busy', true],
    [503, 'The service is busy', true],
    [500, 'The service failed', true],
    [502, 'The service failed', true],
    [504, 'No response yet', true],
  ])(
    'of status %i without problem details have the title "%s", and offer a retry only if it can help',
    (status, title, worthRepeating) => {
      expect(troubleOf(status, {}, null)).toMatchObject({ title, worthRepeating });
    },
  );

  it.each([
    [422, { title: 'The image has too many pixels', detail: 'At most four.' }, 'At most four.'],
    [400, { error: 'Input "x" is missing.' }, 'Input "x" is missing.'],
    [413, { detail: 'At most 4 MB are taken.' }, 'At most 4 MB are taken.'],
    [503, { detail: 'It is stopping.' }, 'It is stopping. Try again in a moment; nothing is lost.'],
  ])('of status %i with the details %j have the words of the service', (status, problem, words) => {
    const { title, message } = troubleOf(status, problem, null);

    expect(message).toBe(words);
    if ('title' in problem) expect(title).toBe(problem.title);
  });

  it.each([
    [429, '7', 7],
    [429, null, 1],
    [503, '7', undefined],
  ])(
    'of status %i with Retry-After %s let the page retry by itself after %s seconds',
    (status, retryAfter, seconds) => {
      expect(troubleOf(status, {}, retryAfter).waitSeconds).toBe(seconds);
    },
  );

  it('appear after ten seconds without a response, or later if the deadline is longer', () => {
    expect([timeoutFor(1000), timeoutFor(20_000)]).toEqual([10_000, 40_000]);
  });
});

import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../functions/inference/problems/problems.ts';
import { timeoutFor, troubleOf } from '../../functions/page/browser/request/trouble.ts';

/** What the page says of a status with no problem details, as API Gateway itself responds. */
const titleOf = (status: number) => troubleOf(status, {}, null).title;

describe('what a person is told', () => {
  it.each([
    [413, 'That is too large'],
    [415, 'That is not a picture'],
    [429, 'The service is busy'],
    [503, 'The service is busy'],
    [500, 'The service failed'],
    [502, 'The service failed'],
    [504, 'The service failed'],
  ])('of status %i, also where no problem is described', (status, title) => {
    expect(titleOf(status)).toBe(title);
  });

  it('of any other problem is what the service says of it', () => {
    const { status, title } = PROBLEMS['image-too-many-pixels'];

    const trouble = troubleOf(status, { title, detail: 'At most four.' }, null);

    expect([trouble.title, trouble.message]).toEqual([title, 'At most four.']);
  });

  it('of a problem in the words of the Open Inference Protocol is its error', () => {
    expect(troubleOf(400, { error: 'Input "x" is missing.' }, null).message).toBe('Input "x" is missing.');
  });

  it('comes after ten seconds without a response, or later where the deadline is longer', () => {
    expect([timeoutFor(1000), timeoutFor(20_000)]).toEqual([10_000, 40_000]);
  });

  it.each([
    [415, { detail: 'The image must be a JPEG or PNG file.' }, 'The image must be a JPEG or PNG file.'],
    [
      503,
      { detail: 'The service is stopping.' },
      'The service is stopping. Try again in a moment; nothing is lost.',
    ],
    [413, { detail: 'At most 4 MB are taken.' }, 'At most 4 MB are taken.'],
  ])('of status %i is in the words of the service', (status, problem, words) => {
    expect(troubleOf(status, problem, null).message).toBe(words);
  });

  it.each([
    [429, '7', 7],
    [429, null, 1],
    [503, '7', undefined],
    [500, null, undefined],
  ])(
    'of status %i and Retry-After %s lets a page that retries by itself wait for %s seconds',
    (status, retryAfter, seconds) => {
      expect(troubleOf(status, {}, retryAfter).waitSeconds).toBe(seconds);
    },
  );

  it.each([
    [413, false],
    [415, false],
    [422, false],
    [429, true],
    [500, true],
  ])('after status %i is to try again only where that can help', (status, worthRepeating) => {
    expect(troubleOf(status, {}, null).worthRepeating).toBe(worthRepeating);
  });
});

import { describe, expect, it } from 'vitest';
import { addressesOf } from '../../functions/page/browser/request/addresses.ts';

const origin = 'https://example.com';

/** Where the page of the task `digits` may lie, and what stands before all addresses of the service then. */
const PLACES: readonly [pathname: string, folder: string, root: string][] = [
  ['/', '', ''],
  ['/tasks/digits/', '/tasks/digits', ''],
  ['/tasks/digits', '/tasks/digits', ''],
  ['/s3cret', '/s3cret', '/s3cret'],
  ['/s3cret/', '/s3cret', '/s3cret'],
  ['/s3cret/tasks/digits/', '/s3cret/tasks/digits', '/s3cret'],
];

describe.each(PLACES)('the addresses of a page at %s', (pathname, folder, root) => {
  const { beside, pageOf, requestTo } = addressesOf({ origin, pathname }, 'digits');

  it('lie beside it', () => {
    expect([beside('explain'), beside('docs')]).toEqual([
      `${origin}${folder}/explain`,
      `${origin}${folder}/docs`,
    ]);
  });

  it('lead to the pages of other tasks', () => {
    expect(pageOf('ants-bees')).toBe(`${origin}${root}/tasks/ants-bees/`);
  });

  it('are as short as can be for requests that name the task', () => {
    expect(requestTo('/predictions/digits')).toBe(`${origin}${root}/predictions/digits`);
    expect(requestTo('/v2/models/digits/infer')).toBe(`${origin}${root}/v2/models/digits/infer`);
  });

  it('are the task’s own for requests that do not, as several tasks may take them', () => {
    expect(requestTo('/inference')).toBe(`${origin}${folder}/inference`);
  });
});

it('a task that is called as a route is found at its own place', () => {
  const { requestTo } = addressesOf({ origin, pathname: '/tasks/inference/' }, 'inference');

  expect(requestTo('/inference')).toBe(`${origin}/tasks/inference/inference`);
});

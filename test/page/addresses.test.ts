import { describe, expect, it } from 'vitest';
import { addressesOf } from '../../functions/page/browser/request/addresses.ts';

const origin = 'https://example.com';

/** Paths of the page of the model `digits`, each with the path of the model's addresses and the root of the service. */
const PATHS: readonly [pathname: string, folder: string, root: string][] = [
  ['/', '', ''],
  ['/models/digits/', '/models/digits', ''],
  ['/models/digits', '/models/digits', ''],
  ['/s3cret', '/s3cret', '/s3cret'],
  ['/s3cret/', '/s3cret', '/s3cret'],
  ['/s3cret/models/digits/', '/s3cret/models/digits', '/s3cret'],
];

describe.each(PATHS)('the addresses of a page at %s', (pathname, folder, root) => {
  const { beside, pageOf, requestTo } = addressesOf({ origin, pathname }, 'digits');

  it('are below the page for its own model, and include the pages of other models', () => {
    expect(beside('explain')).toBe(`${origin}${folder}/explain`);
    expect(pageOf('ants-bees')).toBe(`${origin}${root}/models/ants-bees/`);
  });

  it('begin at the service’s root for requests that name the model, and at the page for other requests', () => {
    expect(requestTo('/predictions/digits')).toBe(`${origin}${root}/predictions/digits`);
    expect(requestTo('/v2/models/digits/infer')).toBe(`${origin}${root}/v2/models/digits/infer`);
    expect(requestTo('/inference')).toBe(`${origin}${folder}/inference`);
  });
});

it('a model with the name of a route is found at its own address', () => {
  const { requestTo } = addressesOf({ origin, pathname: '/models/inference/' }, 'inference');

  expect(requestTo('/inference')).toBe(`${origin}/models/inference/inference`);
});

import { describe, expect, it } from 'vitest';
import { addressesOf } from '../../functions/page/browser/request/addresses.ts';

const origin = 'https://example.com';

/** Where the page of the model `digits` may lie, and what stands before all addresses of the service then. */
const PLACES: readonly [pathname: string, folder: string, root: string][] = [
  ['/', '', ''],
  ['/models/digits/', '/models/digits', ''],
  ['/models/digits', '/models/digits', ''],
  ['/s3cret', '/s3cret', '/s3cret'],
  ['/s3cret/', '/s3cret', '/s3cret'],
  ['/s3cret/models/digits/', '/s3cret/models/digits', '/s3cret'],
];

describe.each(PLACES)('the addresses of a page at %s', (pathname, folder, root) => {
  const { beside, pageOf, requestTo } = addressesOf({ origin, pathname }, 'digits');

  it('lie beside it, and lead to the pages of other models', () => {
    const found = [beside('explain'), beside('docs'), pageOf('ants-bees')];

    expect(found).toEqual(
      [`${folder}/explain`, `${folder}/docs`, `${root}/models/ants-bees/`].map((path) => origin + path),
    );
  });

  it('are as short as can be for requests that name the model, and the model’s own for others, which several may take', () => {
    const found = ['/predictions/digits', '/v2/models/digits/infer', '/inference'].map(requestTo);

    expect(found).toEqual(
      [`${root}/predictions/digits`, `${root}/v2/models/digits/infer`, `${folder}/inference`].map(
        (path) => origin + path,
      ),
    );
  });
});

it('a model that is called as a route is found at its own place', () => {
  const { requestTo } = addressesOf({ origin, pathname: '/models/inference/' }, 'inference');

  expect(requestTo('/inference')).toBe(`${origin}/models/inference/inference`);
});

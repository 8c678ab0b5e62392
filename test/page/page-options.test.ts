import { describe, expect, it } from 'vitest';
import { readManifest } from '../../functions/inference/model/manifest.ts';
import { tinyModel } from '../support/tiny-model.ts';

const DRAW = { width: 28, height: 28, fill: [0.6, 0.6], line: 2.8 };

/** Reads the tiny ensemble with this field `page` in its `ensemble.json`. */
const readWith = async (page: object) => readManifest(tinyModel({ page }));

describe('the page in ensemble.json', () => {
  it('may be missing; drawing needs its geometry, and by default is black ink on white', async () => {
    const rest = { paper: '#ffffff', ink: '#000000', centre: 'box', format: 'jpeg', guides: 'none' };

    expect((await readWith({})).page).toEqual({});
    expect((await readWith({ draw: DRAW })).page).toEqual({ draw: { ...DRAW, ...rest } });
  });

  it.each([
    ['a colour', { draw: { ...DRAW, ink: 'blue' } }, /page\.draw\.ink: must be a colour such as #ffffff/],
    ['a share', { draw: { ...DRAW, fill: [20, 20] } }, /page\.draw\.fill\.0/],
    ['a length', { draw: { ...DRAW, line: 0 } }, /page\.draw\.line/],
    ['a language', { language: 'in English' }, /page\.language: must be a language tag such as en/],
    ['a known field', { draw: { ...DRAW, widht: 28 } }, /page\.draw\.widht/],
  ])('is refused, with the name of the field that is not %s', async (_, page, message) => {
    await expect(readWith(page)).rejects.toThrow(message);
  });
});

import { describe, expect, it } from 'vitest';
import { PHONE } from './support/phone.ts';
import { readLabels, readOverflow } from './support/reading.ts';
import { openSite } from './support/site.ts';
import { makeTinyModels } from './support/tiny-models.ts';

const site = openSite(makeTinyModels);
const SAMPLE_BUTTON = { name: 'Sample:' };

describe('a model without drawing', () => {
  it.each([
    ['phone', PHONE],
    ['desk', {}],
  ])('shows its long labels within the window of a %s', async (_, options) => {
    const { page } = await site.visit(options);

    await page.getByRole('button', SAMPLE_BUTTON).click();
    await readLabels(page);

    expect(await readOverflow(page)).toBe(0);
    const texts = "[...document.querySelectorAll('.glyph, .votes .name')]";
    const hidden = await page.evaluate(`${texts}.map((text) => text.scrollWidth > text.clientWidth)`);
    expect(new Set(hidden as boolean[])).toEqual(new Set([false]));
  });
});

it('the pages of several models in one service link to each other', async () => {
  const { page } = await site.visit();
  expect(await page.title()).toBe('Birds of the wetlands – Subsecond');

  for (const name of ['Colours as tensors', 'Birds of the wetlands']) {
    await page.getByRole('link', { name }).click();
    await expect.poll(() => page.title()).toBe(`${name} – Subsecond`);
  }

  expect(new URL(page.url()).pathname).toBe('/models/birds/');
});

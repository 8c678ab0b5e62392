import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectDirectory } from '../../project/places.ts';
import { drawWithMouse } from './support/draw.ts';
import { strokesOf } from './support/handwriting.ts';
import { PHONE } from './support/phone.ts';
import { SAMPLE } from './support/pictures.ts';
import { readAloud, readPrediction } from './support/reading.ts';
import { openSite } from './support/site.ts';

const site = openSite();
const SAMPLE_BUTTON = { name: `Sample: ${SAMPLE.label}` };

/** Beside what is built; UPDATE_DOCS=1 puts it where the README shows it. */
const PICTURE = path.join(projectDirectory, process.env.UPDATE_DOCS ? 'docs' : 'dist', 'page.png');

describe('the page for everyone', () => {
  it('tells a screen reader the prediction in one sentence', async () => {
    const { page } = await site.visit();

    await page.getByRole('button', SAMPLE_BUTTON).click();

    expect(await readAloud(page)).toMatch(
      new RegExp(`^It is ${SAMPLE.label}, (sure|probably|perhaps), in [\\d.]+ ms\\. Cache miss`),
    );
  });

  it('lets a keyboard reach pictures, samples and the buttons of the result', async () => {
    const { page } = await site.visit();
    await page.getByRole('button', SAMPLE_BUTTON).click();
    await readPrediction(page);
    await page.locator('h1').click();

    const reached: string[] = [];
    for (let stop = 0; stop < 16; stop++) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      if ((await focused.count()) > 0) reached.push(await focused.ariaSnapshot());
    }

    const stops = reached.join('\n');
    for (const name of [
      'Choose pictures',
      `Sample: ${SAMPLE.label}`,
      'Retry with the same id',
      'Show as curl',
    ]) {
      expect(stops).toContain(name);
    }
  });

  it('fits a phone, and brings the response into its window', async () => {
    const { page } = await site.visit(PHONE);

    await page.getByRole('button', SAMPLE_BUTTON).tap();
    await readPrediction(page);

    const width = await page.locator('html').evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(PHONE.viewport?.width);
    const bottom = async () => {
      const { y, height } = (await page.locator('.glyph').boundingBox())!;
      return y + height;
    };
    await expect.poll(bottom).toBeLessThan(PHONE.viewport!.height);
  });

  it('offers the camera where there is a finger to tap with', async () => {
    const [phone, desk] = [await site.visit(PHONE), await site.visit()];
    const camera = { name: 'Photograph' };

    expect(await phone.page.getByRole('button', camera).isVisible()).toBe(true);
    expect(await desk.page.getByRole('button', camera).isVisible()).toBe(false);
  });

  it('draws the README’s picture from the page as it is', async () => {
    const { page } = await site.visit({ deviceScaleFactor: 1.5 });
    for (const stroke of strokesOf('書')) {
      await drawWithMouse(page, [stroke]);
      await readPrediction(page);
    }

    const prediction = await readPrediction(page);
    // The bars grow for a moment.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.screenshot({ path: PICTURE, fullPage: true });

    expect(prediction).toBe('書');
  });
});

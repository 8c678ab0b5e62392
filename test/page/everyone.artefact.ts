import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { projectDirectory } from '../../project/paths.ts';
import { PHONE } from './support/phone.ts';
import { SAMPLE } from './support/pictures.ts';
import { readPrediction } from './support/reading.ts';
import { openSite } from './support/site.ts';

const site = openSite(async () => ['handwriting', 'ants-bees']);
const SAMPLE_BUTTON = { name: `Sample: ${SAMPLE.label}` };

/** The screenshot is written to dist/ or, with UPDATE_DOCS=1, to docs/, from where the README shows it. */
const FOLDER = path.join(projectDirectory, process.env.UPDATE_DOCS ? 'docs' : 'dist');

describe('the page for everyone', () => {
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
    for (const name of ['Choose pictures', SAMPLE_BUTTON.name, 'Retry with the same id'])
      expect(stops).toContain(name);
  });

  it('brings the response into the window of a phone', async () => {
    const { page } = await site.visit(PHONE);

    await page.getByRole('button', SAMPLE_BUTTON).tap();
    await readPrediction(page);

    const bottom = async () => {
      const { y, height } = (await page.locator('.glyph').boundingBox())!;
      return y + height;
    };
    await expect.poll(bottom).toBeLessThan(PHONE.viewport!.height);
  });

  it('mentions members only for a model that has several', async () => {
    const seen = async (model: string) => {
      const { page } = await site.visit({}, `/models/${model}/`);
      return page.getByText("each member's vote").isVisible();
    };

    expect(await seen('handwriting')).toBe(true);
    expect(await seen('ants-bees')).toBe(false);
  });

  it('offers the camera on touch screens', async () => {
    const [phone, desk] = [await site.visit(PHONE), await site.visit()];
    const camera = { name: 'Photograph' };

    expect(await phone.page.getByRole('button', camera).isVisible()).toBe(true);
    expect(await desk.page.getByRole('button', camera).isVisible()).toBe(false);
  });

  it('shows all samples in a screenshot for the README', async () => {
    const look = { deviceScaleFactor: 1.5, reducedMotion: 'reduce' } as const;
    const { page } = await site.visit(look, '/models/ants-bees/');
    for (const button of (await page.locator('#samples button').all()).reverse()) {
      await button.click();
      await page.locator('#entries tr[aria-busy=false]').first().waitFor();
      await readPrediction(page);
    }

    const picture = sharp(await page.screenshot({ fullPage: true })).png({ palette: true });
    await picture.toFile(path.join(FOLDER, 'page-photographs.png'));

    expect(await page.locator('.glyph').textContent()).toBe('bee');
  });
});

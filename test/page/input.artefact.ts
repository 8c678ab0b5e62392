import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../functions/inference/model/manifest.ts';
import { modelDirectory } from '../../model-repository/find-model.ts';
import { photographOf, SAMPLE, samplePicture } from './support/pictures.ts';
import { readPrediction } from './support/reading.ts';
import { openSite } from './support/site.ts';

const site = openSite();

describe('a picture brought to the page', () => {
  it('is sent byte for byte when it is a crop already', async () => {
    const { page } = await site.visit();
    const sent = page.waitForRequest('**/explain');

    await page
      .locator('#choose')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: samplePicture() });

    const { image } = (await sent).postDataJSON();
    expect(Buffer.from(image, 'base64').equals(samplePicture())).toBe(true);
  });

  it('keeps the pixels that a photograph has of a small character', async () => {
    const { page } = await site.visit();
    const buffer = await photographOf(samplePicture(), 500);
    const sent = page.waitForRequest('**/explain');

    await page.locator('#choose').setInputFiles({ name: 'sheet.jpg', mimeType: 'image/jpeg', buffer });

    const { image } = (await sent).postDataJSON();
    const { height } = await sharp(Buffer.from(image, 'base64')).metadata();
    const { page: options } = await readManifest(modelDirectory('handwriting'));
    expect(height).toBe(2 * options.draw!.height);
    expect(await readPrediction(page)).toBe(SAMPLE.label);
  });
});

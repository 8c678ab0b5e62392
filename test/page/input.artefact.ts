import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../functions/inference/model/manifest.ts';
import { modelDirectory } from '../../model-repository/find-model.ts';
import { drop, paste } from './support/bring.ts';
import { drawWithFinger, drawWithMouse, drawWithPen } from './support/draw.ts';
import { strokesOf } from './support/handwriting.ts';
import { PHONE } from './support/phone.ts';
import { photographOf, SAMPLE, samplePicture } from './support/pictures.ts';
import { readPrediction } from './support/reading.ts';
import { openSite } from './support/site.ts';

const site = openSite();

describe('a character on the page', () => {
  it.each([
    ['mouse', drawWithMouse],
    ['pen', drawWithPen],
    ['finger', drawWithFinger],
  ])('is drawn with a %s and read', async (_, draw) => {
    const { page } = await site.visit(PHONE);

    await draw(page, strokesOf('林'));

    expect(await readPrediction(page)).toBe('林');
  });

  it('loses its last stroke, or all of them, when it is to', async () => {
    const { page } = await site.visit();
    await drawWithMouse(page, strokesOf('三'));
    const undo = page.getByRole('button', { name: 'Undo' });

    await undo.click();
    await undo.click();
    const leftAfterTwo = await undo.isEnabled();
    await undo.click();

    expect([leftAfterTwo, await undo.isEnabled()]).toEqual([true, false]);
    expect(await page.getByRole('button', { name: 'New sheet' }).isEnabled()).toBe(false);
  });
});

describe('a picture brought to the page', () => {
  it.each([
    ['chosen', '#choose'],
    ['photographed', '#photograph'],
  ])('is read when it is %s', async (_, input) => {
    const { page } = await site.visit();

    await page
      .locator(input)
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: samplePicture() });

    expect(await readPrediction(page)).toBe(SAMPLE.label);
  });

  it.each([
    ['dropped', drop],
    ['pasted', paste],
  ])('is read when it is %s', async (_, bring) => {
    const { page } = await site.visit();

    await bring(page, { name: 'a.jpg', type: 'image/jpeg', bytes: samplePicture() });

    expect(await readPrediction(page)).toBe(SAMPLE.label);
  });

  it('is sent byte for byte when it is a crop already', async () => {
    const { page } = await site.visit();
    const sent = page.waitForRequest('**/explain');

    await page
      .locator('#choose')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: samplePicture() });

    const { image } = (await sent).postDataJSON();
    expect(Buffer.from(image, 'base64').equals(samplePicture())).toBe(true);
  });

  it('is cut to its character when it is a photograph of a whole sheet', async () => {
    const { page } = await site.visit();
    const buffer = await photographOf(samplePicture());

    await page.locator('#choose').setInputFiles({ name: 'sheet.jpg', mimeType: 'image/jpeg', buffer });

    expect(await readPrediction(page)).toBe(SAMPLE.label);
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

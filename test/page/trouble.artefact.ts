import { describe, expect, it } from 'vitest';
import { drawWithMouse } from './support/draw.ts';
import { strokesOf } from './support/handwriting.ts';
import { largeFile, SAMPLE } from './support/pictures.ts';
import { readPrediction, readTrouble } from './support/reading.ts';
import { openSite } from './support/site.ts';

const site = openSite();
const SAMPLE_BUTTON = { name: `Sample: ${SAMPLE.label}` };

describe('a person learns', () => {
  it('that a picture is too large, and how large it may be', async () => {
    const { page } = await site.visit();

    await page.locator('#choose').setInputFiles(largeFile(31_000_000));

    expect(await readTrouble(page)).toMatch(/^That picture is too large\s*It has 31 MB; at most 25 MB/);
  });

  it('that there is no connection, and keeps the drawing until there is one', async () => {
    const { page } = await site.visit();

    await page.context().setOffline(true);
    await drawWithMouse(page, strokesOf('林'));
    const trouble = await readTrouble(page);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();

    expect(trouble).toMatch(/^No connection/);
    expect(await readPrediction(page)).toBe('林');
  });

  it('that a response is late, after ten seconds at most', async () => {
    const { page } = await site.visit();
    await page.route('**/explain', () => {}, { times: 1 });

    await page.getByRole('button', SAMPLE_BUTTON).click();

    expect(await readTrouble(page)).toMatch(/^No response yet\s*The service took longer than 10 seconds/);
  });
});

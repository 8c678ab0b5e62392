import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { textModel } from '../support/text-model.ts';
import { findFaults, JUDGED } from './support/accessible.ts';
import { chosen } from './support/bring.ts';
import { drawWithMouse } from './support/draw.ts';
import { strokesOf } from './support/handwriting.ts';
import { PHONE } from './support/phone.ts';
import { readOverflow, readPrediction } from './support/reading.ts';
import { openSite } from './support/site.ts';
import { makeTinyModels, redPicture } from './support/tiny-models.ts';

const MODELS = ['handwriting', 'digits', 'ants-bees', 'asr-correction', 'tensors', 'embedding'];
const EMBEDDING = textModel('embedding', { contracts: ['openai-embeddings'] });
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { where: `a desk in ${colorScheme} colours`, look: { colorScheme } },
  { where: `a phone in ${colorScheme} colours`, look: { ...PHONE, colorScheme } },
]);

const site = openSite(async () => [
  ...MODELS.slice(0, 4),
  ...(await makeTinyModels()).filter((model) => model.endsWith('tensors')),
  EMBEDDING,
]);

it.each(MODELS)(
  'on the page of %s axe finds nothing wrong, on a desk and a phone, light and dark',
  async (model) => {
    // The looks are tested in parallel, because each page has one thread, and the browser has several processes.
    const found = LOOKS.map(async ({ where, look }) => {
      const { page } = await site.visit({ ...look, ...JUDGED }, `/models/${model}/`);
      const blank = await findFaults(page);

      await sendOne(page);
      await page.locator('#detail:visible, #trouble:visible').first().waitFor();
      expect(await page.locator('#trouble').textContent()).toBe('');
      const responded = await findFaults(page);
      const beyond = await readOverflow(page);
      await bringTwo(page);
      const several = await findFaults(page);
      const drawn = await drawOne(page);
      const labels = await openLabels(page);

      expect(beyond, `pixels beside the window on ${where}`).toBe(0);
      const none = { blank: [], responded: [], several: [], drawn: [], labels: [] };
      expect({ blank, responded, several, drawn, labels }, where).toEqual(none);
    });
    await Promise.all(found);
  },
);

/** Sends a sample or, if there is none, two texts. */
async function sendOne(page: Page): Promise<void> {
  const sample = page.locator('#samples button').first();
  if ((await sample.count()) > 0) return sample.click();
  await page.locator('#text').fill('The soup was cold\nWhat a beautiful morning');
  await page.keyboard.press('Enter');
}

/** Sends two pictures, if the model takes pictures. */
async function bringTwo(page: Page): Promise<void> {
  if (!(await page.locator('#pictures').isVisible())) return;
  const pictures = await Promise.all([16, 17].map((width) => redPicture(width, 16)));
  const files = pictures.map((bytes, index) => ({ name: `${index}.png`, type: 'image/png', bytes }));
  await page.locator('#choose').setInputFiles(chosen(...files));
  await page.locator('#progress', { hasText: /^\d+ done$/ }).waitFor();
}

/** Draws a character, if the page has a drawing area, and waits for its prediction. @returns axe's violations */
async function drawOne(page: Page): Promise<string[]> {
  if (!(await page.locator('#draw').isVisible())) return [];
  await drawWithMouse(page, strokesOf('十'));
  await readPrediction(page);
  return findFaults(page);
}

/** Opens the list of labels, if the page has one. @returns axe's violations */
async function openLabels(page: Page): Promise<string[]> {
  const known = page.locator('#known');
  if (!(await known.isVisible())) return [];
  if ((await known.getAttribute('open')) === null) await known.locator('summary').click();
  await page.locator('#label-list:not(:empty)').waitFor();
  return findFaults(page);
}

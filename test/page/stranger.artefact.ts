import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { modelDirectory } from '../../model-repository/find-model.ts';
import { type Brought, drop } from './support/bring.ts';
import { drawWithFinger } from './support/draw.ts';
import { strokesOf } from './support/handwriting.ts';
import { SMALL_PHONE } from './support/phone.ts';
import { readLabels, readPrediction } from './support/reading.ts';
import { openSite } from './support/site.ts';

const site = openSite();

/** Characters that a visitor might draw: one that is not a label, and one that is. */
const UNLISTED = '你';
const LISTED = '春';

const SAMPLES = path.join(modelDirectory('handwriting'), 'samples');
const FILES: readonly Brought[] = readdirSync(SAMPLES)
  .filter((name) => name.endsWith('.jpg'))
  .slice(0, 5)
  .map((name) => ({ name, type: 'image/jpeg', bytes: readFileSync(path.join(SAMPLES, name)) }));

it('a visitor with a phone sees which characters the model knows, draws one, and sends photographs', async () => {
  const { page, complaints } = await site.visit(SMALL_PHONE);

  await drawWithFinger(page, strokesOf(UNLISTED));
  expect(await readPrediction(page)).not.toBe(UNLISTED);
  // The drawing and its prediction must fit into one window.
  const boxOf = async (part: string) => (await page.locator(part).boundingBox())!;
  expect((await boxOf('#paper')).y).toBeGreaterThan(0);
  const { y, height } = await boxOf('.glyph');
  expect(y + height).toBeLessThan(page.viewportSize()!.height);

  await page.getByText('Its 800 labels').tap();
  const labels = await page.locator('#label-list:not(:empty)').innerText();
  expect([UNLISTED, LISTED].map((label) => labels.split(', ').includes(label))).toEqual([false, true]);
  await page.getByRole('button', { name: 'New sheet' }).tap();
  for (const stroke of strokesOf(LISTED)) {
    await drawWithFinger(page, [stroke]);
    await readPrediction(page);
  }
  expect(await readPrediction(page)).toBe(LISTED);

  await drop(page, ...FILES);
  const read = await readLabels(page);
  expect(read.slice(0, FILES.length)).toEqual(FILES.map(({ name }) => name[4]));
  expect(complaints).toEqual([]);
});

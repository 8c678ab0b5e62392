import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { modelDirectory } from '../../model-repository/find-model.ts';
import { mulberry32 } from '../../project/mulberry32.ts';
import { drawQuickly } from './support/draw.ts';
import { isWritten, strokesOf } from './support/handwriting.ts';
import { readPrediction } from './support/reading.ts';
import { shaky } from './support/shaky-hand.ts';
import { openSite } from './support/site.ts';

const site = openSite();

/** Sixty of the characters that it knows, simple and dense ones. */
const KNOWN = readFileSync(path.join(modelDirectory('handwriting'), 'labels.txt'), 'utf8')
  .trim()
  .split('\n');
const CHARACTERS = KNOWN.filter((character, place) => place % 12 === 0 && isWritten(character)).slice(0, 60);

/** Of what a person drew by hand, 56 were right. */
const LEAST_RIGHT = 54;

it('recognises nine of ten characters that an unsteady hand writes on it', async () => {
  const { page } = await site.visit();
  const random = mulberry32(23);
  const answers: string[] = [];

  for (const character of CHARACTERS) {
    await drawQuickly(page, shaky(strokesOf(character), random));
    answers.push(await readPrediction(page));
    await page.getByRole('button', { name: 'New sheet' }).click();
  }

  const right = CHARACTERS.filter((character, index) => character === answers[index]);
  console.log(`written ${CHARACTERS.join('')}
read    ${answers.join('')}
${right.length} right`);
  expect(right.length).toBeGreaterThanOrEqual(LEAST_RIGHT);
});

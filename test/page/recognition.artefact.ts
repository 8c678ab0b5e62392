import { expect, it } from 'vitest';
import { drawWithMouse } from './support/draw.ts';
import { strokesOf } from './support/handwriting.ts';
import { readAnswer } from './support/reading.ts';
import { openSite } from './support/site.ts';

const site = openSite();

/** Simple and dense ones; all of them are among the 800. */
const CHARACTERS = [...'三永林春馬書園龍謝愛'];

it('recognises at least eight of ten characters that are written on it stroke by stroke', async () => {
  const { page } = await site.visit();
  const answers: string[] = [];

  for (const character of CHARACTERS) {
    await page.getByRole('button', { name: 'Clear' }).click({ force: true });
    await drawWithMouse(page, strokesOf(character));
    const replied = page.waitForResponse('**/explain');
    await page.getByRole('button', { name: 'Read it' }).click();
    await replied;
    answers.push(await readAnswer(page));
  }

  console.log(`written ${CHARACTERS.join('')}, read ${answers.join('')}`);
  const right = CHARACTERS.filter((character, index) => character === answers[index]);
  expect(right.length).toBeGreaterThanOrEqual(8);
});

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chosen, drop } from './support/bring.ts';
import { explanationOf, INSECTS, photographs, whichOf } from './support/insects.ts';
import { openPlayedService, Reply } from './support/played-service.ts';
import { readLabels } from './support/reading-photographs.ts';

const CERTAINTY = {
  measuredOn: '121 photographs',
  words: [
    { word: 'sure', from: 0.9, right: 98, answers: 100 },
    { word: 'probably', from: 0, right: 15, answers: 21 },
  ],
};
const service = openPlayedService({ ...INSECTS, certainty: CERTAINTY });
const files = await photographs(...Array.from({ length: 12 }, (_, place) => `${place}.png`));
const strip = (page: Page) => page.locator('#strip li');

/** What a button gives to be saved. */
async function saved(page: Page, name: string): Promise<string[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const file = await (await download).path();
  return (await readFile(file, 'utf8')).replace('\ufeff', '').trim().split('\r\n');
}

describe('the last answers', () => {
  it('stand in a strip of ten, the newest first, with picture and time, and whether they were remembered', async () => {
    const { page, complaints } = await service.visit((_, count) => ({
      ...explanationOf(count > 12 ? 'wasp' : 'bee'),
      cache: count > 12 ? 'hit' : 'miss',
    }));
    await drop(page, ...files);
    await readLabels(page);
    await page.getByRole('button', { name: 'Votes and time of 3.png' }).click();
    await page.getByRole('button', { name: 'Ask again' }).click();
    await strip(page).filter({ hasText: 'remembered' }).waitFor();

    expect(await strip(page).count()).toBe(10);
    expect(await strip(page).first().innerText()).toMatch(/^wasp\s+[\d.]+ ms, remembered/);
    expect(await strip(page).locator('canvas').count()).toBe(10);
    expect(complaints).toEqual([]);
  });

  it('are marked as right or wrong, which counts up to an accuracy, and keeps the focus', async () => {
    const { page } = await service.visit(() => explanationOf());
    await drop(page, ...files.slice(0, 3));
    await readLabels(page);
    const accuracy = page.locator('#accuracy');

    await page.getByRole('button', { name: 'Right: bee, 0.png' }).click();
    await page.getByRole('button', { name: 'Wrong: bee, 1.png' }).press('Enter');
    const both = await accuracy.textContent();
    await page.keyboard.press('Enter');

    expect(both).toMatch(/^1 of 2 marked answers right: 50\.0 % \(95 % interval 9\.\d % to 90\.\d %\)$/);
    expect(await accuracy.textContent()).toContain('1 of 1 marked answers right');
  });
});

describe('several photographs', () => {
  it('are shown as a table, marks and troubles included, and saved as that', async () => {
    const { page } = await service.visit((request) =>
      whichOf(files, request) === 1
        ? new Reply(415, { detail: 'No picture that this service knows.' })
        : explanationOf('bee', whichOf(files, request) === 0 ? 0.95 : 0.6),
    );
    await page.locator('#choose').setInputFiles(chosen(...files.slice(0, 3)));
    await page.locator('#count', { hasText: '2 answered, 1 not' }).waitFor();

    await page.getByRole('button', { name: 'Table' }).click();
    await page.locator('#table').getByRole('button', { name: 'Wrong: bee, 2.png' }).click();

    const cells = await page.locator('#table tbody tr').allInnerTexts();
    expect(cells.map((row) => row.split('\t').slice(0, 3))).toEqual([
      ['0.png', 'bee', 'sure'],
      ['1.png', expect.stringContaining('No picture that this service knows.'), ''],
      ['2.png', 'bee', 'probably'],
    ]);
    expect(await page.locator('#photographs').isVisible()).toBe(false);
    const [head, ...lines] = await saved(page, 'Save as CSV');
    expect(head).toMatch(/^name,answer,confidence,certainty,/);
    expect(lines).toEqual([
      expect.stringMatching(/^0\.png,bee,0\.95,sure,[\d.]+,no,,,,/),
      expect.stringMatching(/^1\.png,{11}"?That is not a picture\. No picture that this service knows\./),
      expect.stringMatching(/^2\.png,bee,0\.6,probably,[\d.]+,no,,no,,/),
    ]);
  });

  it('say in words how sure they are, with what such answers were worth', async () => {
    const { page } = await service.visit(() => ({ ...explanationOf('bee', 0.95), decidedAfter: 1 }));
    await drop(page, ...files.slice(0, 1));
    await readLabels(page);

    const said = page.locator('#photographs .said');
    expect(await said.innerText()).toMatch(
      /^bee\s+sure\s+Both models agree, 1 of 2 models was enough, [\d.]+ ms$/,
    );
    expect(await said.locator('.share').getAttribute('title')).toBe(
      '98.0 % of such answers were right: 98 of 100, on 121 photographs',
    );
  });
});

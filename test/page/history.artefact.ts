import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { drop } from './support/bring.ts';
import { explanationOf, INSECTS, photographs, whichOf } from './support/insects.ts';
import { openPlayedService, Reply } from './support/played-service.ts';
import { readEntries, readLabels } from './support/reading-history.ts';

const CERTAINTY = {
  measuredOn: '121 photographs',
  words: [
    { word: 'sure', from: 0.9, right: 98, answers: 100 },
    { word: 'probably', from: 0, right: 15, answers: 21 },
  ],
};
const service = openPlayedService({ ...INSECTS, certainty: CERTAINTY });
const files = await photographs('0.png', '1.png', '2.png');

/** What the history gives to be saved. */
async function saved(page: Page): Promise<string[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await (await download).path();
  return (await readFile(file, 'utf8')).replace('\ufeff', '').trim().split('\r\n');
}

describe('the history', () => {
  it('says what was cached, once a request is retried', async () => {
    const { page, complaints } = await service.visit((_, count) => ({
      ...explanationOf(),
      cache: count > 1 ? 'hit' : 'miss',
    }));
    await drop(page, files[0]!);
    await readLabels(page);

    await page.getByRole('button', { name: 'Retry with the same id' }).click();

    await page.locator('#entries tr', { hasText: /[\d.]+ ms, cached/ }).waitFor();
    expect(await page.locator('#entries tr').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('has answers marked as right or wrong, which counts up to an accuracy, and keeps the focus', async () => {
    const { page } = await service.visit(() => explanationOf());
    await drop(page, ...files);
    await readLabels(page);
    const accuracy = page.locator('#accuracy');

    await page.getByRole('button', { name: 'Right: bee, 0.png' }).click();
    await page.getByRole('button', { name: 'Wrong: bee, 1.png' }).press('Enter');
    const both = await accuracy.textContent();
    await page.keyboard.press('Enter');

    expect(both).toMatch(/^1 of 2 marked responses right: 50\.0 % \(95 % interval 9\.\d % to 90\.\d %\)$/);
    expect(await accuracy.textContent()).toContain('1 of 1 marked responses right');
  });

  it('is saved for spreadsheets, with marks, and with why there is no response', async () => {
    const { page } = await service.visit((request) =>
      whichOf(files, request) === 1
        ? new Reply(415, { detail: 'No picture that this service knows.' })
        : explanationOf('bee', whichOf(files, request) === 0 ? 0.95 : 0.6),
    );
    await drop(page, ...files);
    await readEntries(page);
    await page.getByRole('button', { name: 'Wrong: bee, 2.png' }).click();

    const [head, ...lines] = await saved(page);

    expect(head).toMatch(/^name,prediction,confidence,certainty,/);
    expect(lines[0]).toMatch(/^0\.png,bee,0\.95,sure,/);
    expect(lines[1]).toMatch(/^1\.png,+That is not a picture\. No picture that this service knows\.$/);
    expect(lines[2]).toMatch(/^2\.png,bee,0\.6,probably,[\d.]+,no,,no,/);
  });
});

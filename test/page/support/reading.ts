import type { Locator, Page } from 'playwright-core';

/** Waits for the response to the last request. @returns the label, or ? if the prediction was rejected */
export async function readPrediction(page: Page): Promise<string> {
  await page.locator('#result[aria-busy=false] .glyph').waitFor();
  return textOf(page.locator('.glyph'));
}

/** Waits for the response. @returns its text for a screen reader */
export async function readAloud(page: Page): Promise<string> {
  await readPrediction(page);
  return textOf(page.locator('#status'));
}

/** The request id of the displayed response. */
export async function readId(page: Page): Promise<string> {
  const result = page.locator('#result[aria-busy=false]');
  await result.waitFor();
  const text = await textOf(result);
  return /Request id ([0-9a-f-]{36})/.exec(text)?.[1] ?? '';
}

/** Waits for the response to the last request. @returns title and text of the trouble that the page reports */
export async function readTrouble(page: Page): Promise<string> {
  const trouble = page.locator('body:not(.waiting)').getByRole('alert');
  await trouble.waitFor();
  return textOf(trouble);
}

/** Waits for all responses. @returns the response or failure of each row, newest first */
export async function readEntries(page: Page): Promise<string[]> {
  await page.locator('#entries tr').first().waitFor();
  await page.locator('#entries tr[aria-busy=true]').first().waitFor({ state: 'detached' });
  return page.locator('#entries .outcome').allInnerTexts();
}

/** Waits for all responses. @returns their labels, newest first */
export async function readLabels(page: Page): Promise<string[]> {
  await readEntries(page);
  return page.locator('#entries .outcome span').allTextContents();
}

/** Waits for a corrected sentence. @returns the prediction, and the characters that were heard */
export async function readRows(page: Page): Promise<{ predicted: string; heard: string }> {
  await page.locator('#result[aria-busy=false] .sentence').waitFor();
  const textOf = async (parts: string) => (await page.locator(parts).allTextContents()).join('');
  return { predicted: await textOf('.place b'), heard: await textOf('.place i, .place s') };
}

/** Text about the correction, by line. */
export async function readFacts(page: Page): Promise<string[]> {
  await readRows(page);
  return page.locator('.facts p').allTextContents();
}

/** Number of pixels by which the page is wider than the window. */
export async function readOverflow(page: Page): Promise<number> {
  const width: number = await page.locator('html').evaluate('document.documentElement.scrollWidth');
  return width - page.viewportSize()!.width;
}

async function textOf(element: Locator): Promise<string> {
  return (await element.textContent()) ?? '';
}

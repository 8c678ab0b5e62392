import type { Locator, Page } from 'playwright-core';

/** Waits for the response to what was just sent. @returns the label, or ? where it is none */
export async function readPrediction(page: Page): Promise<string> {
  await page.locator('body:not(:has(#so-far[aria-busy=true])) #result[aria-busy=false] .glyph').waitFor();
  return textOf(page.locator('.glyph'));
}

/** Text of a screen reader for the response. */
export async function readAloud(page: Page): Promise<string> {
  await readPrediction(page);
  return textOf(page.locator('#status'));
}

/** The request id of the response that is shown. */
export async function readId(page: Page): Promise<string> {
  const result = page.locator('#result[aria-busy=false]');
  await result.waitFor();
  const text = await textOf(result);
  return /Request id ([0-9a-f-]{36})/.exec(text)?.[1] ?? '';
}

/** The command that sends the same request from a shell. */
export async function readCommand(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Show as curl' }).click();
  return page.getByRole('textbox', { name: 'curl' }).inputValue();
}

/** Title and text of the trouble that the page reports. */
export async function readTrouble(page: Page): Promise<string> {
  const trouble = page.getByRole('alert');
  await trouble.waitFor();
  return textOf(trouble);
}

/** Waits until nothing is under way any more. @returns the response of each row or why there is none, the newest first */
export async function readEntries(page: Page): Promise<string[]> {
  await page.locator('#entries tr').first().waitFor();
  await page.locator('#entries tr[aria-busy=true]').first().waitFor({ state: 'detached' });
  return page.locator('#entries .said').allInnerTexts();
}

/** Waits for the responses. @returns the responses, the newest first */
export async function readLabels(page: Page): Promise<string[]> {
  await readEntries(page);
  return page.locator('#entries .said span').allTextContents();
}

/** Waits for a corrected sentence. @returns the prediction, and what was heard above it */
export async function readRows(page: Page): Promise<{ predicted: string; heard: string }> {
  await page.locator('#result[aria-busy=false] .sentence').waitFor();
  const textOf = async (parts: string) => (await page.locator(parts).allTextContents()).join('');
  return { predicted: await textOf('.place b'), heard: await textOf('.place i, .place s') };
}

/** Text about the correction, line by line. */
export async function readFacts(page: Page): Promise<string[]> {
  await readRows(page);
  return page.locator('.facts p').allTextContents();
}

/** By how many pixels the page is wider than the window. */
export async function readOverflow(page: Page): Promise<number> {
  const width: number = await page.locator('html').evaluate('document.documentElement.scrollWidth');
  return width - page.viewportSize()!.width;
}

async function textOf(element: Locator): Promise<string> {
  return (await element.textContent()) ?? '';
}

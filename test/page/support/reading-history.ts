/** Reads the history as a person does. */
import type { Page } from 'playwright-core';

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

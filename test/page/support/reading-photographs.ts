/** Reads the list of photographs as a person does. */
import type { Page } from 'playwright-core';

/** Waits until nothing is under way any more. @returns what the cards say, in their order */
export async function readCards(page: Page): Promise<string[]> {
  await page.locator('#photographs > li').first().waitFor();
  await page.locator('#photographs > li[aria-busy=true]').first().waitFor({ state: 'detached' });
  return page.locator('#photographs .said').allInnerTexts();
}

/** Waits for the answers. @returns their labels, in the order of the cards */
export async function readLabels(page: Page): Promise<string[]> {
  await readCards(page);
  return page.locator('#photographs .label').allTextContents();
}

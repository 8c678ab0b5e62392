/** Reads a corrected sentence as a person does. */
import type { Page } from 'playwright-core';

/** Waits for the response. @returns the prediction, and what was heard above it */
export async function readRows(page: Page): Promise<{ predicted: string; heard: string }> {
  await page.locator('#result[aria-busy=false] .sentence').waitFor();
  const textOf = async (parts: string) => (await page.locator(parts).allTextContents()).join('');
  return { predicted: await textOf('.place b'), heard: await textOf('.place i, .place s') };
}

/** What is said of the correction, line by line. */
export async function readFacts(page: Page): Promise<string[]> {
  await readRows(page);
  return page.locator('.facts p').allTextContents();
}

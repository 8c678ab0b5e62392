/** Reads the page as a person does. */
import type { Locator, Page } from 'playwright-core';

/** Waits for the response to what was just sent. @returns the label, or ? where it is none */
export async function readPrediction(page: Page): Promise<string> {
  await page.locator('body:not(:has(#so-far[aria-busy=true])) #result[aria-busy=false] .glyph').waitFor();
  return textOf(page.locator('.glyph'));
}

/** What a screen reader says of the response. */
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

async function textOf(element: Locator): Promise<string> {
  return (await element.textContent()) ?? '';
}

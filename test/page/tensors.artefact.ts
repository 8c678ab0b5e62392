import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readCommand, readTrouble } from './support/reading.ts';
import { openSite } from './support/site.ts';
import { makeTinyTasks, RED_REQUEST } from './support/tiny-tasks.ts';

const site = openSite(makeTinyTasks);
const visit = () => site.visit({}, '/tasks/tensors/');
const ASK = { name: 'Ask', exact: true };

/** Waits for the answer. @returns the text of its tables: outputs, votes */
async function readTables(page: Page): Promise<string[]> {
  const tables = page.locator('#result[aria-busy=false] table');
  await tables.first().waitFor();
  return tables.allTextContents();
}

describe('a task of tensors', () => {
  it('is asked with zeros to begin with, and shows outputs and votes', async () => {
    const { page, complaints } = await visit();

    await page.getByRole('button', ASK).click();

    expect(await readTables(page)).toEqual([
      expect.stringMatching(/probabilities.*FP32 \[1, 4\].*0\.25 0\.25 0\.25 0\.25/),
      expect.stringMatching(/first1[\d.]+ mssecond3[\d.]+ ms/),
    ]);
    expect(await page.locator('#status').textContent()).toMatch(
      /^The answer is probabilities FP32 \[1, 4\], in/,
    );
    expect(complaints).toEqual([]);
  });

  it('answers what is written', async () => {
    const { page } = await visit();

    await page.getByRole('textbox', { name: 'Tensors' }).fill(JSON.stringify(RED_REQUEST));
    await page.keyboard.press('Control+Enter');

    const [outputs = ''] = await readTables(page);
    const [, first] = /\[1, 4\]([\d.]+) /.exec(outputs) ?? [];
    expect(Number(first)).toBeGreaterThan(0.5);
  });

  it('takes its samples into the text', async () => {
    const { page } = await visit();

    await page.getByRole('button', { name: 'red.json' }).click();
    await readTables(page);

    const text = await page.getByRole('textbox', { name: 'Tensors' }).inputValue();
    expect(JSON.parse(text)).toEqual(RED_REQUEST);
  });

  it.each([
    ['that it is no JSON', '{', /^That is not JSON/],
    ['what the service says of it', '{"inputs": []}', /"pixels" is missing/],
  ])('tells %s', async (_, text, trouble) => {
    const { page } = await visit();

    await page.getByRole('textbox', { name: 'Tensors' }).fill(text);
    await page.getByRole('button', ASK).click();

    expect(await readTrouble(page)).toMatch(trouble);
  });

  it('answers the command that is shown', async () => {
    const { page } = await visit();
    await page.getByRole('button', { name: 'red.json' }).click();
    await readTables(page);

    const command = await readCommand(page);

    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    expect(JSON.parse(stdout).outputs).toHaveLength(1);
  });
});

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { stranger } from '../model-repository/support.ts';
import { chosen } from './support/bring.ts';
import { photographs } from './support/insects.ts';
import { readTrouble } from './support/reading.ts';
import { openSite } from './support/site.ts';
import { makeTinyModels, RED_REQUEST } from './support/tiny-models.ts';

const site = openSite(async () => [...(await makeTinyModels()), stranger('pooled.onnx')]);
const visit = () => site.visit({}, '/models/tensors/');
const SEND = { name: 'Send request' };

/** Waits for the response. @returns the text of its tables, for outputs and for members */
async function readTables(page: Page): Promise<string[]> {
  const tables = page.locator('#result[aria-busy=false] table');
  await tables.first().waitFor();
  return tables.allInnerTexts();
}

describe('a model of tensors', () => {
  it('begins with zeros, and shows each output as a table', async () => {
    const { page, complaints } = await visit();

    await page.getByRole('button', SEND).click();

    expect(await readTables(page)).toEqual([
      expect.stringMatching(/^0\t1\t2\t3\s+0\.25\t0\.25\t0\.25\t0\.25$/),
    ]);
    expect(await page.locator('.output').innerText()).toBe('probabilities FP32, 1 × 4');
    const status = await page.locator('#status').textContent();
    expect(status).toMatch(/^The response is probabilities FP32 \[1, 4\], in/);
    expect(complaints).toEqual([]);
  });

  it('takes shape and elements of every input', async () => {
    const { page } = await visit();
    const [input] = RED_REQUEST.inputs as [(typeof RED_REQUEST.inputs)[0]];

    await page.getByRole('spinbutton', { name: 'Dimension 1 of pixels' }).fill('2');
    const elements = page.getByRole('textbox', { name: `Elements, row by row: ${2 * input.data.length}` });
    expect((await elements.inputValue()).split('\n')).toHaveLength((2 * input.data.length) / 3);
    await page.getByRole('spinbutton').fill('1');
    await page.getByRole('textbox', { name: 'Elements' }).fill(input.data.join(', '));
    await page.keyboard.press('Control+Enter');

    const [outputs = ''] = await readTables(page);
    expect(Number(outputs.split(/\s+/)[4])).toBeGreaterThan(0.5);
  });

  it('asks for sizes that the graph leaves open, except for a batch of one', async () => {
    const { page } = await site.visit({}, '/models/pooled/');

    const names = ['tokens', 'mask'].flatMap((input) =>
      [1, 2].map((axis) => `Dimension ${axis} of ${input}`),
    );
    const sizes = names.map((name) => page.getByRole('spinbutton', { name }).inputValue());

    expect(await Promise.all(sizes)).toEqual(['1', '', '1', '']);
  });

  it('fills the form with the sample that the user chooses', async () => {
    const { page } = await visit();

    await page.getByRole('button', { name: 'red.json' }).click();
    await readTables(page);

    const text = await page.getByRole('textbox', { name: 'Elements' }).inputValue();
    expect(JSON.parse(`[${text.replaceAll('\n', ', ')}]`)).toEqual(RED_REQUEST.inputs[0]?.data);
  });

  it('makes the tensor of a picture, and says how', async () => {
    const { page, complaints } = await visit();

    await page.locator('#choose').setInputFiles(chosen(...(await photographs('red.png'))));

    const [outputs = ''] = await readTables(page);
    expect(Number(outputs.split(/\s+/)[4])).toBeGreaterThan(0.5);
    expect(await page.locator('#inputs').innerText()).toMatch(
      /stretched to 8 × 8 pixels \(height × width\).* pixel by pixel, with values\s+0 to 255/,
    );
    expect(await page.locator('#entries tr').innerText()).toMatch(/^red.png\s+1 output/);
    expect(complaints).toEqual([]);
  });

  it('shows the service’s message about invalid elements', async () => {
    const { page } = await visit();

    await page.getByRole('textbox', { name: 'Elements' }).fill('1, 2');
    await page.getByRole('button', SEND).click();

    expect(await readTrouble(page)).toMatch(/pixels/);
  });
});

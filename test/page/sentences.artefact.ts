import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { correctionModel } from '../support/correction-model.ts';
import { readFacts, readRows } from './support/reading.ts';
import { openSite } from './support/site.ts';

const folder = correctionModel([['今天 在見\n今天 再見', '今天再見']]);
const site = openSite(async () => [folder]);
const heardBox = () => page.getByRole('textbox', { name: 'Recognised text' });
let page: Page;
let complaints: string[];

beforeEach(async () => {
  ({ page, complaints } = await site.visit());
});

describe('a sentence', () => {
  it('is shown as recognised and as corrected, with the vote of each member', async () => {
    await heardBox().pressSequentially('今天在見');
    await page.getByRole('button', { name: 'Correct', exact: true }).click();

    const expected = { predicted: '今天再見', heard: '今天在見' };
    await expect.poll(() => readRows(page)).toEqual(expected);
    const [outcome, sureness] = await readFacts(page);
    expect(outcome).toBe('One correction');
    expect(sureness).toMatch(/^[\d.]+ % sure of the least certain character$/);
    expect(await page.locator('#status').textContent()).toMatch(/^One correction: 今天再見, in [\d.]+ ms\./);
    const votes = await page.locator('#result > .votes section').allTextContents();
    const voted = ['first', 'second', 'third'].map((name) => `^${name}weight 1, [\\d.]+ ms在 → 再[\\d.]+ %$`);
    expect(votes).toEqual(voted.map((vote) => expect.stringMatching(vote)));
    expect(complaints).toEqual([]);
  });

  it('marks a change by an underline, and shows its alternatives', async () => {
    await heardBox().fill('在見');
    await page.keyboard.press('Enter');
    await readRows(page);

    const changed = page.getByRole('button', { name: '再', exact: true });
    const heard = await changed.getAttribute('title');
    const line = await page.evaluate(
      "getComputedStyle(document.querySelector('button b')).textDecorationLine",
    );
    await changed.press('Enter');
    const alternatives = await page.locator('#alternatives li').allTextContents();
    const expanded = await changed.getAttribute('aria-expanded');
    await changed.press('Enter');

    expect([heard, line]).toEqual(['heard as 在', 'underline']);
    const shown = ['再', '在', '載'].map((text) => expect.stringMatching(`^${text}[\\d.]+ %$`));
    expect(alternatives).toEqual(shown);
    expect([expanded, await changed.getAttribute('aria-expanded')]).toEqual(['true', 'false']);
    expect(await page.locator('#alternatives li').count()).toBe(0);
  });

  it('may have several hypotheses, one a line', async () => {
    await heardBox().fill('你添家');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.insertText('你在家');
    const sent = page.waitForRequest((request) => request.postData()?.includes('在家') ?? false);
    await page.keyboard.press('Enter');

    expect((await sent).postDataJSON().sentence_list).toEqual(['你添家', '你在家']);
  });

  it('is taken from the samples', async () => {
    await page.getByRole('button', { name: '今天 在見' }).click();

    expect(await heardBox().inputValue()).toBe('今天 在見\n今天 再見');
    expect((await readRows(page)).predicted).toBe('今天再見');
  });
});

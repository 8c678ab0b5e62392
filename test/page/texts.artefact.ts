import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { entityModel } from '../support/entity-model.ts';
import { textModel } from '../support/text-model.ts';
import { openSite } from './support/site.ts';

const MODELS = [
  textModel('sentiment', { title: 'Mood', contracts: ['predictions'] }),
  textModel('embedding', { title: 'Similarity', contracts: ['openai-embeddings'] }),
  textModel('embedding', { model: 'plain', title: 'By tensors', contracts: [] }),
];
const RANKING = textModel('ranking', { title: 'Best fit', contracts: ['rerank'] });
const NAMES = entityModel({ model: 'names' });
const ENTAILMENT = textModel('sentiment', { model: 'claims', contracts: ['predictions'], pairs: true });
writeFileSync(path.join(ENTAILMENT, 'labels.txt'), 'contradiction\nentailment\n');
const site = openSite(async () => [...MODELS, RANKING, NAMES, ENTAILMENT]);

async function send(page: Page, text: string): Promise<void> {
  await page.locator('#text').fill(text);
  await page.keyboard.press('Enter');
  await page.locator('#result[aria-busy=false] .card').first().waitFor();
}

describe('a model that labels texts', () => {
  it('shows the predicted label, and the probability of each label', async () => {
    const { page, complaints } = await site.visit({}, '/models/sentiment/');

    await send(page, 'What a beautiful morning');

    expect(await page.locator('.glyph').innerText()).toBe('positive');
    expect(await page.locator('.votes .name').allInnerTexts()).toEqual(['positive', 'negative']);
    expect(await page.locator('#entries tr').innerText()).toMatch(/What a beautiful morning\s+positive/);
    expect(complaints).toEqual([]);
  });

  it('says so if only the beginning of a text counts', async () => {
    const { page } = await site.visit({}, '/models/sentiment/');

    await send(page, 'good '.repeat(100));

    expect(await page.locator('.facts').innerText()).toContain('only its beginning counts');
  });
});

it('a model of entailment takes labels of the user, and shows the probability of each', async () => {
  const { page, complaints } = await site.visit({}, '/models/claims/');

  await page.locator('#candidate-labels').fill('weather, food');
  await send(page, 'The soup was cold');

  const names = await page.locator('.votes .name').allInnerTexts();
  expect(names.toSorted()).toEqual(['food', 'weather']);
  expect(await page.locator('.glyph').innerText()).toBe(names[0]);
  expect(complaints).toEqual([]);
});

it.each(['embedding', 'plain'])(
  'the model of embeddings %s shows the size of one embedding, and compares several texts, one a line',
  async (name) => {
    const { page, complaints } = await site.visit({}, `/models/${name}/`);

    await send(page, 'The soup was cold');
    const alone = await page.locator('.facts').innerText();
    const matrices = await page.locator('.matrix').count();
    await send(page, 'The soup was cold\nWhat a beautiful morning\nThe soup was cold');
    await page.locator('.matrix').waitFor();

    expect(alone).toMatch(/^1 embedding\s+24 elements/);
    expect(matrices).toBe(0);
    const [head, first] = await page.locator('.matrix tr').allInnerTexts();
    expect(head).toBe('Sentence\t1\t2\t3');
    expect(first).toMatch(/^1 The soup was cold\s+1\.00\s+0\.\d\d\s+1\.00$/);
    expect(complaints).toEqual([]);
  },
);

it('a reranker shows the texts, the best one first', async () => {
  const { page, complaints } = await site.visit({}, '/models/ranking/');
  const texts = ['What a beautiful morning', 'The soup was cold'];

  await page.locator('#second-text').fill(texts.join('\n'));
  await send(page, 'The soup was cold');

  const ranked = await page.locator('.votes .name').allInnerTexts();
  expect(ranked.toSorted()).toEqual(texts.toSorted());
  expect(await page.locator('.votes .prediction .name').innerText()).toBe(ranked[0]);
  expect(await page.locator('#entries .outcome').innerText()).toBe(ranked[0]);
  expect(complaints).toEqual([]);
});

it('a model of entities marks them in the text', async () => {
  const { page, complaints } = await site.visit({}, '/models/names/');

  await send(page, 'Anna moved from Berlin.');

  const entities = await page.locator('mark').count();
  expect(await page.locator('.sure').innerText()).toMatch(new RegExp(`^${entities} entit`));
  expect(complaints).toEqual([]);
});

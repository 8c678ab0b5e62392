import { describe, expect, it } from 'vitest';
import { SAMPLE } from './support/pictures.ts';
import { readAloud, readId, readPrediction } from './support/reading.ts';
import { openSite } from './support/site.ts';

const site = openSite();

describe('a response on the page', () => {
  it('shows the five best of every member and of all together, in the language of the model, and how long each step took', async () => {
    const { page } = await site.visit();
    const health = await fetch(`${site.url}/healthz`);
    const { members } = (await health.json()) as { members: string[] };

    await page.getByRole('button', { name: `Sample: ${SAMPLE.label}` }).click();
    await readPrediction(page);

    const memberOutputs = page.locator('.votes section');
    expect(await memberOutputs.locator('h3').allTextContents()).toEqual(
      ['All together', ...members].map((voter) => expect.stringContaining(voter)),
    );
    expect(await page.locator('.votes li').count()).toBe(5 * (members.length + 1));
    const labels = await page.locator('.glyph, .votes .name').all();
    const languages = await Promise.all(labels.map((label) => label.getAttribute('lang')));
    expect([...new Set(languages)], 'so that fonts and voices are right').toEqual(['zh-Hant']);
    const steps = ['parse', 'cache read', 'queue', 'decode', 'predict', 'cache write', 'network'];
    expect(await page.locator('.legend div').allTextContents()).toEqual(
      steps.map((step) => expect.stringMatching(new RegExp(`^${step}[\\d.]+ ms$`))),
    );
  });

  it('is the cached one when the request is retried', async () => {
    const { page } = await site.visit();
    await page.getByRole('button', { name: `Sample: ${SAMPLE.label}` }).click();
    const first = [await readPrediction(page), await readId(page)];
    const firstSpoken = await readAloud(page);

    await page.getByRole('button', { name: 'Retry with the same id' }).click();
    await page.locator('.facts', { hasText: 'Cache hit:' }).waitFor();

    expect(firstSpoken).toMatch(/Cache miss: computed now, and stored under this id\.$/);
    expect([await readPrediction(page), await readId(page)]).toEqual(first);
    expect(await readAloud(page)).toMatch(/Cache hit: no member had to run\.$/);
  });

  it('is none of the labels where it was rejected, however low the threshold is by now', async () => {
    const { page } = await site.visit();
    await page.route('**/explain', async (route) => {
      const explanation = await (await route.fetch()).json();
      const confidence = explanation.threshold + 0.005;
      await route.fulfill({ json: { ...explanation, prediction: 'isnull', rejected: true, confidence } });
    });

    await page.getByRole('button', { name: `Sample: ${SAMPLE.label}` }).click();

    expect(await readPrediction(page)).toBe('?');
    expect(await readAloud(page)).toMatch(/^None of its labels/);
    expect(await page.locator('.facts').textContent()).toContain('the threshold was higher then');
  });
});

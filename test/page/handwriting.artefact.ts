import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { readManifest } from '../../functions/inference/model/manifest.ts';
import { modelDirectory } from '../../model-repository/find-model.ts';
import { chosen } from './support/bring.ts';
import { drawWithMouse } from './support/draw.ts';
import { strokesOf } from './support/handwriting.ts';
import { largeFile, photographOf, SAMPLE, samplePicture } from './support/pictures.ts';
import { readAloud, readId, readPrediction, readTrouble } from './support/reading.ts';
import { openSite } from './support/site.ts';

const site = openSite();
const clickSample = () => page.getByRole('button', { name: `Sample: ${SAMPLE.label}` }).click();
let page: Page;

beforeEach(async () => {
  ({ page } = await site.visit());
});

const jpeg = (bytes: Buffer) => chosen({ name: 'a.jpg', type: 'image/jpeg', bytes });

describe('a response on the page', () => {
  it('shows the five best labels of every member and of all together, in the model’s language, and the time of each step', async () => {
    const health = await fetch(`${site.url}/healthz`);
    const { members } = (await health.json()) as { members: string[] };

    await clickSample();
    await readPrediction(page);

    const memberOutputs = page.locator('.votes section');
    const voters = ['All together', ...members].map((voter) => expect.stringContaining(voter));
    expect(await memberOutputs.locator('h3').allTextContents()).toEqual(voters);
    expect(await page.locator('.votes li').count()).toBe(5 * (members.length + 1));
    const labels = await page.locator('.glyph, .votes .name').all();
    const languages = await Promise.all(labels.map((label) => label.getAttribute('lang')));
    expect([...new Set(languages)], 'so that fonts and voices are right').toEqual(['zh-Hant']);
    const steps = ['parse', 'cache read', 'queue', 'decode', 'predict', 'cache write', 'network'];
    const timed = steps.map((step) => expect.stringMatching(`^${step}[\\d.]+ ms$`));
    expect(await page.locator('.legend div').allTextContents()).toEqual(timed);
  });

  it('comes from the cache when the request is retried', async () => {
    await clickSample();
    const first = [await readPrediction(page), await readId(page)];
    const firstSpoken = await readAloud(page);

    await page.getByRole('button', { name: 'Retry with the same id' }).click();
    await page.locator('.facts', { hasText: 'Cache hit:' }).waitFor();

    expect(firstSpoken).toMatch(/Cache miss: computed now, and stored under this id\.$/);
    expect([await readPrediction(page), await readId(page)]).toEqual(first);
    expect(await readAloud(page)).toMatch(/Cache hit: no member had to run\.$/);
  });

  it('is none of the labels if it was rejected, however low the threshold is now', async () => {
    await page.route('**/explain', async (route) => {
      const explanation = await (await route.fetch()).json();
      const confidence = explanation.threshold + 0.005;
      await route.fulfill({ json: { ...explanation, prediction: 'isnull', rejected: true, confidence } });
    });

    await clickSample();

    expect(await readPrediction(page)).toBe('?');
    expect(await readAloud(page)).toMatch(/^None of the model's labels/);
    expect(await page.locator('.facts').textContent()).toContain('the threshold was higher when');
  });
});

describe('a picture brought to the page', () => {
  it('is sent byte for byte when it is a crop already', async () => {
    const sent = page.waitForRequest('**/explain');

    await page.locator('#choose').setInputFiles(jpeg(samplePicture()));

    const { image } = (await sent).postDataJSON();
    expect(Buffer.from(image, 'base64').equals(samplePicture())).toBe(true);
  });

  it('keeps the pixels of a small character in a photograph', async () => {
    const sent = page.waitForRequest('**/explain');

    await page.locator('#choose').setInputFiles(jpeg(await photographOf(samplePicture(), 500)));

    const { image } = (await sent).postDataJSON();
    const { height } = await sharp(Buffer.from(image, 'base64')).metadata();
    const { page: options } = await readManifest(modelDirectory('handwriting'));
    expect(height).toBe(2 * options.draw!.height);
    expect(await readPrediction(page)).toBe(SAMPLE.label);
  });
});

describe('a person learns', () => {
  it('that a picture is too large, and how large it may be', async () => {
    await page.locator('#choose').setInputFiles(largeFile(31_000_000));

    expect(await readTrouble(page)).toMatch(/^That picture is too large\s*It has 31 MB; at most 25 MB/);
  });

  it('that there is no connection, and keeps the drawing until there is one', async () => {
    await page.context().setOffline(true);
    await drawWithMouse(page, strokesOf('林'));
    const trouble = await readTrouble(page);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();

    expect(trouble).toMatch(/^No connection/);
    expect(await readPrediction(page)).toBe('林');
  });
});

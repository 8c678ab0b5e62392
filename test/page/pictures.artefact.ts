import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { drop } from './support/bring.ts';
import { PHONE } from './support/phone.ts';
import { noise } from './support/pictures.ts';
import { readCommand, readId } from './support/reading.ts';
import { readLabels } from './support/reading-history.ts';
import { openSite } from './support/site.ts';
import { LONG_LABEL, makeTinyModels, redPicture } from './support/tiny-models.ts';

const site = openSite(makeTinyModels);
const SAMPLE_BUTTON = { name: 'Sample:' };

describe('a model that nobody draws for', () => {
  it('has a place to drop pictures at instead of paper, and a row for what was dropped', async () => {
    const { page, complaints } = await site.visit();
    const before = [await page.locator('#paper').isVisible(), await page.locator('#drop').isVisible()];

    await drop(page, { name: 'a.png', type: 'image/png', bytes: await redPicture(60, 40) });

    expect(before).toEqual([false, true]);
    expect(await readLabels(page)).toEqual([LONG_LABEL]);
    expect(await page.locator('#entries canvas').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['phone', PHONE],
    ['desk', {}],
  ])('has its long labels within the window of a %s', async (_, options) => {
    const { page } = await site.visit(options);

    await page.getByRole('button', SAMPLE_BUTTON).click();
    await readLabels(page);

    const width = await page.locator('html').evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(page.viewportSize()?.width);
    for (const text of await page.locator('.glyph, .votes .name').all()) {
      const hidden = await text.evaluate((element: { scrollWidth: number; clientWidth: number }) =>
        Math.max(0, element.scrollWidth - element.clientWidth),
      );
      expect(hidden).toBe(0);
    }
  });

  it('responds to the command that is shown, in which the picture is', async () => {
    const { page } = await site.visit();
    await page.getByRole('button', SAMPLE_BUTTON).click();
    await readLabels(page);
    const id = await readId(page);

    const command = await readCommand(page);

    expect(command).toContain(`'${site.url}/predictions/birds'`);
    expect(command).toContain(id);
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    expect(Object.keys(JSON.parse(stdout))[0]).toBe(LONG_LABEL);
  });

  it('gets requests of the Open Inference Protocol where it has no other contract', async () => {
    const { page } = await site.visit({}, '/models/plain-birds/');
    await page.getByRole('button', SAMPLE_BUTTON).click();
    const labels = await readLabels(page);

    const { stdout } = await promisify(execFile)('sh', ['-c', await readCommand(page)]);

    expect(labels).toEqual([LONG_LABEL]);
    expect(JSON.parse(stdout).outputs[0].data).toEqual([LONG_LABEL]);
  });

  it('gives the picture along with the command where it is too large to be pasted', async () => {
    const { page } = await site.visit();
    const buffer = await noise(500, 500).png().toBuffer();
    await page.locator('#choose').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await readLabels(page);

    const command = await readCommand(page);
    const download = page.waitForEvent('download');
    await page.getByText('Save picture.png').click();

    expect(command).toMatch(/--data-binary @picture\.png$/);
    expect((await download).suggestedFilename()).toBe('picture.png');
  });
});

describe('several models in one service', () => {
  it('lead to each other', async () => {
    const { page } = await site.visit();
    const titles = [await page.title()];

    for (const name of ['Colours as tensors', 'Birds of the wetlands']) {
      await page.getByRole('link', { name }).click();
      await page.waitForLoadState();
      titles.push(await page.title());
    }

    const expected = ['Birds of the wetlands', 'Colours as tensors', 'Birds of the wetlands'];
    expect(titles).toEqual(expected.map((title) => `${title} – Subsecond`));
    expect(new URL(page.url()).pathname).toBe('/models/birds/');
  });

  it('respond at their own addresses, and cache there', async () => {
    const { page } = await site.visit({}, '/models/birds');
    await page.getByRole('button', SAMPLE_BUTTON).click();
    await readLabels(page);

    await page.getByRole('button', { name: 'Retry with the same id' }).click();
    await page.locator('#result', { hasText: 'Cache hit:' }).waitFor();

    expect(await readLabels(page)).toEqual([LONG_LABEL]);
  });
});

import { describe, expect, it } from 'vitest';
import { chosen } from './support/bring.ts';
import { contrastOf } from './support/contrast.ts';
import { explanationOf, INSECTS, photographs } from './support/insects.ts';
import { PHONE } from './support/phone.ts';
import { openPlayedService } from './support/played-service.ts';
import { readLabels } from './support/reading-photographs.ts';
import { LONG_LABEL } from './support/tiny-tasks.ts';

const [first, second, third] = await photographs('a.png', 'b.png', 'c.png');
const pixel = second!.bytes.toString('base64');
const samples = ['x.png', 'y.png'].map((name) => ({
  name,
  label: 'ant',
  mediaType: 'image/png',
  base64: pixel,
}));
const service = openPlayedService({ ...INSECTS, samples });

/** WCAG 2.2, success criterion 1.4.3. */
const LEAST_CONTRAST = 4.5;

describe('photographs on a phone', () => {
  it('come from the camera, and the newest answer is in the window without scrolling', async () => {
    const { page } = await service.visit(() => explanationOf(), PHONE);
    const camera = page.getByText('Photograph', { exact: true });
    expect(await camera.isVisible()).toBe(true);
    expect(await page.locator('#photograph').getAttribute('capture')).toBe('environment');
    expect(await page.locator('#drop').isVisible()).toBe(false);

    for (const file of [first!, second!, third!]) {
      await page.locator('#photograph').setInputFiles(chosen(file));
      await readLabels(page);
    }

    const label = await page.locator('.label').first().boundingBox();
    expect(label?.y).toBeGreaterThan(0);
    expect(label?.y).toBeLessThan(PHONE.viewport!.height / 2);
    expect(await page.locator('html').evaluate('scrollY')).toBe(0);
  });

  it('have long labels that fit', async () => {
    const { page } = await service.visit(() => explanationOf(LONG_LABEL.replaceAll(' ', '')), PHONE);

    await page.locator('#choose').setInputFiles(chosen(first!, second!));
    await readLabels(page);

    const width = await page.locator('html').evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(PHONE.viewport?.width);
  });

  it('bring the answer of a sample into the window, too, though samples lie below all answers', async () => {
    const { page } = await service.visit(() => explanationOf(), PHONE);
    await page.locator('#choose').setInputFiles(chosen(first!, second!, third!));
    await readLabels(page);

    await page.getByRole('button', { name: 'Sample: ant' }).first().tap();
    await page.locator('#photographs > li:nth-child(4)').waitFor();
    await readLabels(page);

    const height = PHONE.viewport!.height;
    await expect
      .poll(async () => (await page.locator('.label').first().boundingBox())?.y)
      .toBeLessThan(height / 2);
    expect((await page.locator('.label').first().boundingBox())?.y).toBeGreaterThan(0);
  });
});

describe('cards of photographs', () => {
  it('do not jump when their answers come', async () => {
    let goOn: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { page } = await service.visit(async () => {
      await held;
      return explanationOf();
    });
    await page.locator('#choose').setInputFiles(chosen(first!, second!, third!));
    const lastCard = page.locator('#photographs > li').last();
    await page.getByText('Asking…').first().waitFor();
    const before = await lastCard.boundingBox();

    goOn();
    await readLabels(page);

    expect(await lastCard.boundingBox()).toEqual(before);
  });

  it.each(['light', 'dark'] as const)('are easy to read where it is %s', async (colorScheme) => {
    const { page } = await service.visit(() => explanationOf(), { colorScheme });

    await page.locator('#choose').setInputFiles(chosen(first!));
    await readLabels(page);

    for (const text of ['.label', '.sureness .share', '.said .small', '.toggle', '.remove', '#drop p']) {
      expect(await contrastOf(page.locator(text).first()), text).toBeGreaterThan(LEAST_CONTRAST);
    }
  });
});

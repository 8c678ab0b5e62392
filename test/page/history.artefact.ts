import { describe, expect, it } from 'vitest';
import { drop } from './support/bring.ts';
import { explanationOf, INSECTS, photographs } from './support/insects.ts';
import { openPlayedService } from './support/played-service.ts';
import { readLabels } from './support/reading-history.ts';

const service = openPlayedService(INSECTS);
const files = await photographs('0.png', '1.png', '2.png');

describe('the history', () => {
  it('counts responses that are marked as right or wrong up to an accuracy, and keeps the focus', async () => {
    const { page } = await service.visit(() => explanationOf());
    await drop(page, ...files);
    await readLabels(page);
    const accuracy = page.locator('#accuracy');

    await page.getByRole('button', { name: 'Right: bee, 0.png' }).click();
    await page.getByRole('button', { name: 'Wrong: bee, 1.png' }).press('Enter');
    const both = await accuracy.textContent();
    await page.keyboard.press('Enter');

    expect(both).toBe('1 of 2 marked responses right: 50.0 %');
    expect(await accuracy.textContent()).toContain('1 of 1 marked responses right');
  });
});

import { describe, expect, it } from 'vitest';
import { DRAWN_INSECTS, lines } from './support/blank-paper.ts';
import { type Brought, drop } from './support/bring.ts';
import { drawWithMouse } from './support/draw.ts';
import { explanationOf, photographs } from './support/insects.ts';
import { openPlayedService } from './support/played-service.ts';
import { readAnswer, readTrouble } from './support/reading.ts';
import { readLabels } from './support/reading-photographs.ts';

const files = await photographs('a.png', 'b.png');
const service = openPlayedService(DRAWN_INSECTS);

describe('where people draw', () => {
  it('several pictures have cards, until somebody draws', async () => {
    const { page } = await service.visit(() => explanationOf());
    await drop(page, ...files);
    const labels = await readLabels(page);
    await page.locator('.toggle').first().click();

    await drawWithMouse(page, lines(1));

    expect(labels).toEqual(['bee', 'bee']);
    expect(await readAnswer(page)).toBe('bee');
    expect(await page.locator('#photographs > li').count()).toBe(0);
    expect(await page.locator('#result').count()).toBe(1);
  });

  it('a picture among other files is asked about, and the others are named', async () => {
    const { page } = await service.visit(() => explanationOf());
    const letter: Brought = { name: 'letter.txt', type: 'text/plain', bytes: Buffer.from('Dear Sir') };

    await drop(page, letter, files[0]!);

    expect(await readTrouble(page)).toBe('That is not a pictureletter.txt');
    expect(await readAnswer(page)).toBe('bee');
  });
});

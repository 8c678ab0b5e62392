import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawWithMouse, type Position, type Strokes } from './support/draw.ts';
import { photographOf } from './support/pictures.ts';
import { readPrediction } from './support/reading.ts';
import { openSite } from './support/site.ts';

const site = openSite(async () => ['digits']);

const turn = (x: number, y: number, across: number, down: number, from: number, to: number): Position[] =>
  Array.from({ length: 13 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / 12) * Math.PI) / 180;
    return [x + across * Math.cos(angle), y + down * Math.sin(angle)];
  });

/** Strokes of some digits on a unit square. x points to the right, y downwards. */
const DIGITS: Readonly<Record<string, Strokes>> = {
  0: [turn(0.5, 0.5, 0.19, 0.3, -80, 285)],
  2: [[...turn(0.5, 0.35, 0.18, 0.16, -170, 40), [0.48, 0.63], [0.32, 0.8], [0.5, 0.78], [0.72, 0.79]]],
  3: [[...turn(0.47, 0.34, 0.18, 0.15, -150, 75), ...turn(0.47, 0.65, 0.21, 0.17, -85, 150)]],
  6: [[[0.6, 0.18], [0.48, 0.3], [0.39, 0.48], ...turn(0.51, 0.65, 0.15, 0.15, 180, -190)]],
  7: [[...turn(0.5, 0.23, 0.2, 0.01, 180, 360), [0.62, 0.42], [0.52, 0.62], [0.46, 0.82]]],
};

/** Side of MNIST's pictures, and of the box that a digit fills in them, in pixels. */
const SIDE = 28;
const BOX = 20;

/** Grey values of a picture of SIDE × SIDE pixels, row by row. */
async function shadesOf(picture: Buffer): Promise<number[]> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([SIDE, SIDE]);
  return [...data];
}

describe('a digit on the page', () => {
  it('is predicted correctly when it is drawn', async () => {
    const { page } = await site.visit();
    const predictions: string[] = [];

    for (const strokes of Object.values(DIGITS)) {
      await drawWithMouse(page, strokes);
      predictions.push(await readPrediction(page));
      await page.getByRole('button', { name: 'New sheet' }).click();
    }

    expect(predictions).toEqual(Object.keys(DIGITS));
  });

  it('is sent like the digits of MNIST: white on black, of the same size, with its mass in the middle', async () => {
    const { page } = await site.visit();
    const sent = page.waitForRequest('**/explain');
    await drawWithMouse(page, DIGITS[7]!);

    const shades = await shadesOf((await sent).postDataBuffer()!);

    const inked = shades.flatMap((shade, pixel) => (shade > 0 ? [pixel] : []));
    const rows = inked.map((pixel) => Math.floor(pixel / SIDE));
    const mass = shades.reduce((sum, shade) => sum + shade, 0);
    const middle = (position: (pixel: number) => number) =>
      shades.reduce((sum, shade, pixel) => sum + shade * (position(pixel) + 0.5), 0) / mass;
    expect(Math.max(...shades)).toBe(255);
    expect(inked.length).toBeLessThan(shades.length / 3);
    // A line also inks the pixels that its edge touches, so the box may be one pixel larger.
    expect([BOX, BOX + 1]).toContain(Math.max(...rows) - Math.min(...rows) + 1);
    expect(middle((pixel) => pixel % SIDE)).toBeCloseTo(SIDE / 2, 0);
    expect(middle((pixel) => Math.floor(pixel / SIDE))).toBeCloseTo(SIDE / 2, 0);
  });

  it('is predicted correctly from a photograph of dark ink on white paper', async () => {
    const { page } = await site.visit();
    const sample = page.locator('.samples img').first();
    const digit = (await sample.getAttribute('alt'))?.replace('Sample: ', '');
    const [, base64 = ''] = (await sample.getAttribute('src'))?.split(',') ?? [];
    const buffer = await photographOf(await sharp(Buffer.from(base64, 'base64')).negate().toBuffer());

    await page.locator('#choose').setInputFiles({ name: 'sheet.jpg', mimeType: 'image/jpeg', buffer });

    expect(await readPrediction(page)).toBe(digit);
  });
});

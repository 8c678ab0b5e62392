import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { noise } from '../functions/support/pictures.ts';
import { chosen } from './support/bring.ts';
import { explanationOf, INSECTS } from './support/insects.ts';
import { openPlayedService } from './support/played-service.ts';
import { readLabels } from './support/reading.ts';

const service = openPlayedService(INSECTS);
/** With this limit, a phone that sends 7 Mbit/s sends fifty pictures within a minute. */
const MOST_BYTES = 1_000_000;

/** Chooses a picture. @returns the bytes that the page sends */
async function sentOf(bytes: Buffer, type: string): Promise<Buffer> {
  let sent: Buffer | null = null;
  const { page } = await service.visit((request) => {
    sent = request.postDataBuffer();
    return explanationOf();
  });
  await page.locator('#photograph').setInputFiles(chosen({ name: 'a', type, bytes }));
  await readLabels(page);
  return sent ?? Buffer.alloc(0);
}

/** A picture with a red mark at its top left, taken with an upright camera, which stores it rotated. */
async function uprightPhotograph(): Promise<Buffer> {
  const ground = { width: 4000, height: 3000, channels: 3, background: '#2060a0' } as const;
  const mark = { width: 1000, height: 1000, channels: 3, background: '#c80000' } as const;
  // Orientation 6 rotates the stored picture clockwise by 90°, so its bottom left becomes its top left.
  return sharp({ create: ground })
    .composite([{ input: { create: mark }, left: 0, top: 2000 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

async function colourAt(picture: Buffer, left: number, top: number): Promise<string> {
  const pixel = sharp(picture).extract({ left, top, width: 1, height: 1 });
  const [red = 0, , blue = 0] = await pixel.raw().toBuffer();
  return red > blue ? 'red' : 'blue';
}

describe('what is sent of a photograph', () => {
  it('is smaller than a megabyte and upright, although the camera stored twelve megapixels rotated', async () => {
    const sent = await sentOf(await uprightPhotograph(), 'image/jpeg');

    const { format, width, height, orientation } = await sharp(sent).metadata();
    expect([format, width, height, orientation]).toEqual(['jpeg', 1200, 1600, undefined]);
    expect(sent.length).toBeLessThan(MOST_BYTES);
    const corners = [colourAt(sent, 100, 100), colourAt(sent, 1100, 100), colourAt(sent, 100, 1500)];
    expect(await Promise.all(corners)).toEqual(['red', 'blue', 'blue']);
  });

  it('is the file itself if it is small, with the orientation of the camera', async () => {
    const small = await noise(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();

    expect((await sentOf(small, 'image/jpeg')).equals(small)).toBe(true);
  });

  it('is a JPEG if the file is neither a JPEG nor a PNG', async () => {
    const sent = await sentOf(await noise(60, 40).webp().toBuffer(), 'image/webp');

    expect((await sharp(sent).metadata()).format).toBe('jpeg');
  });
});

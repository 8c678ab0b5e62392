import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../../functions/inference/pipelines/image-classification/picture/decode.ts';
import { plain, RED } from '../../../../support/pictures.ts';
import { noise, square } from './noise.ts';

const FORMAT = square(224);
const FITS = ['fill', 'cover', 'contain'] as const;

/** Bytes of a picture with everything from large shapes to the finest. */
async function photograph(width: number, height: number): Promise<Sharp> {
  const shapes = await noise(Math.ceil(width / 60), Math.ceil(height / 60), 50)
    .png()
    .toBuffer();
  const grain = await noise(width, height, 10).png().toBuffer();
  const pixels = await sharp(shapes)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Peak signal-to-noise ratio in dB. */
function likeness(one: Uint8Array, other: Uint8Array): number {
  expect(one.length).toBe(other.length);
  const squares = one.reduce((sum, value, index) => sum + (value - other[index]!) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / one.length));
}

describe('a photograph', async () => {
  const picture = await photograph(1_200, 1_600);

  it.each([
    ['a JPEG', (source: Sharp) => source.jpeg({ quality: 90 })],
    ['a progressive JPEG', (source: Sharp) => source.jpeg({ quality: 90, progressive: true })],
    ['a grey JPEG', (source: Sharp) => source.toColourspace('b-w').jpeg({ quality: 90 })],
    ['a WebP', (source: Sharp) => source.webp({ quality: 90, effort: 0 })],
    ['a lossless WebP', (source: Sharp) => source.webp({ lossless: true, effort: 0 })],
  ])('is as %s what it is when it is decoded in full first', async (_, encode) => {
    const bytes = await encode(picture.clone()).toBuffer();
    const { data, info } = await sharp(bytes)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: 3 } as const;

    for (const fit of FITS) {
      const expected = await sharp(data, { raw })
        .resize(FORMAT.width, FORMAT.height, { fit, kernel: 'cubic', background: FORMAT.background })
        .raw()
        .toBuffer();

      expect(likeness(await decodePicture(bytes, { ...FORMAT, fit }), expected)).toBeGreaterThan(30);
    }
  });
});

describe('a photograph of 50 megapixels', () => {
  it('takes no more memory than a small one, however it is fitted', async () => {
    const bytes = await plain(RED, 8_160, 6_120).jpeg().toBuffer();
    await decodePicture(await noise(500, 375).jpeg().toBuffer(), FORMAT);
    const before = process.resourceUsage().maxRSS;

    for (const fit of FITS) {
      expect(await decodePicture(bytes, { ...FORMAT, fit })).toHaveLength(224 * 224 * 3);
    }
    expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(60);
  });
});

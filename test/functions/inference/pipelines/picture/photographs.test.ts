import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../functions/inference/pipelines/picture/decode.ts';
import { plain, RED } from '../../../support/pictures.ts';
import { encode, noise, square } from './support.ts';

const FORMAT = square(224);
const FITS = ['fill', 'cover', 'contain'] as const;

/** Bytes of a picture with everything from large shapes to the finest. */
async function photograph(width: number, height: number): Promise<Sharp> {
  const shapes = await encode('a PNG', noise(Math.ceil(width / 60), Math.ceil(height / 60), 50));
  const grain = await encode('a PNG', noise(width, height, 10));
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
    ['a JPEG', { quality: 90 }, 'srgb'],
    ['a progressive JPEG', { quality: 90 }, 'srgb'],
    ['a JPEG', { quality: 90 }, 'b-w'],
    ['a WebP', { quality: 90, effort: 0 }, 'srgb'],
    ['a lossless WebP', { effort: 0 }, 'srgb'],
  ] as const)('is as %s what it is when decoded in full first: %j, %s', async (kind, options, colours) => {
    const bytes = await encode(kind, picture.clone().toColourspace(colours), options);
    const full = sharp(bytes).toColourspace('srgb').raw();
    const { data, info } = await full.toBuffer({ resolveWithObject: true });

    for (const fit of FITS) {
      const expected = await sharp(data, { raw: info })
        .resize({ ...FORMAT, fit, kernel: 'cubic' })
        .raw()
        .toBuffer();

      expect(likeness(await decodePicture(bytes, { ...FORMAT, fit }), expected)).toBeGreaterThan(30);
    }
  });
});

describe('a photograph of 50 megapixels', () => {
  it('takes no more memory than a small one, however it is fitted', async () => {
    const bytes = await encode('a JPEG', plain(RED, 8_160, 6_120));
    await decodePicture(await encode('a JPEG', noise(500, 375)), FORMAT);
    const before = process.resourceUsage().maxRSS;

    for (const fit of FITS) {
      expect(await decodePicture(bytes, { ...FORMAT, fit })).toHaveLength(224 * 224 * 3);
    }
    expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(60);
  });
});

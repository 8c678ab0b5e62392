import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../../functions/inference/pipelines/image-classification/picture/decode.ts';
import { GREEN, plain, RED } from '../../../../support/pictures.ts';
import { square } from './noise.ts';

const FORMAT = square(8);

/** Mean red, green and blue. */
function colourOf(pixels: Uint8Array): number[] {
  return [0, 1, 2].map((channel) => {
    const values = pixels.filter((_, index) => index % 3 === channel);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  });
}

describe('decoding', () => {
  it('gives height × width × 3 bytes, row by row', async () => {
    const top = await plain(RED, 8, 4).png().toBuffer();
    const picture = await plain(GREEN, 8, 8)
      .composite([{ input: top, left: 0, top: 0 }])
      .png()
      .toBuffer();

    const pixels = await decodePicture(picture, FORMAT);

    expect(pixels.length).toBe(8 * 8 * 3);
    expect(colourOf(pixels.subarray(0, 3 * 8 * 3))).toEqual([250, 10, 10]);
    expect(colourOf(pixels.subarray(5 * 8 * 3))).toEqual([10, 250, 10]);
  });

  it.each([
    ['a JPEG', () => plain(RED).jpeg()],
    ['a progressive JPEG', () => plain(RED).jpeg({ progressive: true })],
    ['a JPEG without subsampling', () => plain(RED).jpeg({ chromaSubsampling: '4:4:4' })],
    ['a CMYK JPEG', () => plain(RED).toColourspace('cmyk').jpeg()],
    ['a PNG', () => plain(RED).png()],
    ['a PNG of a palette', () => plain(RED).png({ palette: true })],
    ['an interlaced PNG', () => plain(RED).png({ progressive: true })],
    ['a 16-bit PNG', () => plain(RED).toColourspace('rgb16').png()],
    ['a PNG with an alpha channel', () => plain(RED).ensureAlpha().png()],
    ['a tall and narrow picture', () => plain(RED, 3, 300).png()],
  ])('takes %s', async (_, make) => {
    const [red = 0, green = 255, blue = 255] = colourOf(await decodePicture(await make().toBuffer(), FORMAT));

    expect(red).toBeGreaterThan(200);
    expect(green).toBeLessThan(60);
    expect(blue).toBeLessThan(60);
  });

  it('puts what is transparent on the background that is requested', async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();

    const pixels = await decodePicture(picture, { ...FORMAT, background: '#204060' });

    expect(colourOf(pixels)).toEqual([0x20, 0x40, 0x60]);
  });
});

import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePixels, MAX_INPUT_PIXELS } from '../../../functions/inference/image.ts';
import { GREEN, plain, RED } from '../support/pictures.ts';

const GRID = { width: 8, height: 8 };

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

    const pixels = await decodePixels(picture, GRID);

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
    const [red = 0, green = 255, blue = 255] = colourOf(await decodePixels(await make().toBuffer(), GRID));

    expect(red).toBeGreaterThan(200);
    expect(green).toBeLessThan(60);
    expect(blue).toBeLessThan(60);
  });

  it.each([
    ['a grey JPEG', () => plain({ r: 90, g: 90, b: 90 }).greyscale().jpeg()],
    ['a grey PNG', () => plain({ r: 90, g: 90, b: 90 }).greyscale().png()],
    [
      'a grey PNG with an alpha channel',
      () => plain({ r: 90, g: 90, b: 90 }).greyscale().ensureAlpha().png(),
    ],
  ])('makes three equal channels of %s', async (_, make) => {
    const colour = colourOf(await decodePixels(await make().toBuffer(), GRID));

    for (const channel of colour) expect(channel).toBeCloseTo(90, -0.5);
  });

  it('puts what is transparent on white paper', async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();

    expect(colourOf(await decodePixels(picture, GRID))).toEqual([255, 255, 255]);
  });

  it('turns a photograph the way it was held', async () => {
    const top = await plain(RED, 8, 4).png().toBuffer();
    const upright = plain(GREEN, 8, 8).composite([{ input: top, left: 0, top: 0 }]);
    const lying = await sharp(await upright.png().toBuffer())
      .rotate(270)
      .png()
      .toBuffer();
    const photograph = await sharp(lying).withMetadata({ orientation: 6 }).png().toBuffer();

    expect(await decodePixels(photograph, GRID)).toEqual(
      await decodePixels(await upright.png().toBuffer(), GRID),
    );
  });

  it.each([
    ['a GIF', () => plain(RED).gif().toBuffer()],
    ['a WebP', () => plain(RED).webp().toBuffer()],
    ['a TIFF', () => plain(RED).tiff().toBuffer()],
    ['an AVIF', () => plain(RED).avif().toBuffer()],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a text', () => Buffer.from('hello')],
    ['nothing', () => Buffer.alloc(0)],
  ])('refuses %s for its format', async (_, make) => {
    await expect(decodePixels(await make(), GRID)).rejects.toMatchObject({
      problem: 'image-format',
      status: 415,
    });
  });

  it.each([
    ['a JPEG', () => plain(RED, 40, 40).jpeg().toBuffer()],
    ['a progressive JPEG', () => plain(RED, 40, 40).jpeg({ progressive: true }).toBuffer()],
    ['a PNG', () => plain(RED, 40, 40).png().toBuffer()],
  ])('refuses every beginning of %s as unreadable', async (_, make) => {
    const whole = await make();

    for (let length = 8; length < whole.length - 20; length += Math.ceil(whole.length / 25)) {
      await expect(decodePixels(whole.subarray(0, length), GRID)).rejects.toMatchObject({
        problem: 'image-unreadable',
      });
    }
  });

  it('refuses a small file of 256 megapixels without unpacking it', async () => {
    const started = performance.now();

    await expect(decodePixels(pngOf(16_000, 16_000), GRID)).rejects.toMatchObject({
      problem: 'image-too-many-pixels',
      status: 422,
    });
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('takes a picture of exactly as many pixels as allowed', async () => {
    const picture = await plain(RED, MAX_INPUT_PIXELS / 1_000, 1_000)
      .png()
      .toBuffer();

    expect((await decodePixels(picture, GRID)).length).toBe(192);
  });
});

/** A valid grey PNG header with so many pixels, and hardly any data. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(30_000)))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

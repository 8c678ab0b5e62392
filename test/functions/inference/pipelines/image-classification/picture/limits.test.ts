import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../../functions/inference/pipelines/image-classification/picture/decode.ts';
import { cpuTime } from '../../../../../support/cpu-time.ts';
import { plain, RED } from '../../../../support/pictures.ts';
import { square } from './noise.ts';

const FORMAT = square(8);
const WIDTH = 8_000;
const HEIGHT = 6_000;

/** The same file, which now says another size. */
async function claiming(whole: Promise<Buffer>, width: number, height: number): Promise<Buffer> {
  const bytes = Buffer.from(await whole);
  if (bytes[0] === 0xff) {
    const frame = [0xc0, 0xc2]
      .map((marker) => bytes.indexOf(Buffer.from([0xff, marker, 0])))
      .find((at) => at >= 0)!;
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
  } else if (bytes[0] === 0x89) {
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
  } else if (bytes.toString('latin1', 12, 16) === 'VP8X') {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  } else
    bytes.writeUInt32LE(
      ((bytes.readUInt32LE(21) & 0xf0000000) | ((height - 1) << 14) | (width - 1)) >>> 0,
      21,
    );
  return bytes;
}

async function problemOf(bytes: Buffer): Promise<string> {
  return decodePicture(bytes, FORMAT).then(
    () => 'none',
    ({ problem, message }) => `${problem}: ${message}`,
  );
}

describe('a file that is decoded as a whole', () => {
  it.each([
    [
      'a progressive JPEG of 4:4:4',
      () => plain(RED).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
      288,
    ],
    ['a progressive JPEG of inks', () => plain(RED).toColourspace('cmyk').jpeg({ progressive: true }), 384],
    ['an interlaced PNG', () => plain(RED).png({ progressive: true }), 192],
    ['an interlaced PNG of 16 bits', () => plain(RED).toColourspace('rgb16').png({ progressive: true }), 384],
    ['a lossless WebP', () => plain(RED).webp({ lossless: true }), 192],
    ['a transparent WebP', () => plain(RED).ensureAlpha(0.5).webp(), 192],
  ])('is refused where that takes too much memory: %s', async (_, make, megabytes) => {
    const problem = await problemOf(await claiming(make().toBuffer(), WIDTH, HEIGHT));

    expect(problem).toContain('image-too-many-pixels');
    expect(problem).toContain(`takes ${megabytes}000000 bytes to decode; at most 160000000 are given`);
  });

  it.each([
    ['a progressive JPEG', () => plain(RED).jpeg({ progressive: true })],
    ['a grey interlaced PNG', () => plain(RED).toColourspace('b-w').png({ progressive: true })],
  ])('is not where there is memory for it: %s', async (_, make) => {
    // The rest of the file is not there.
    expect(await problemOf(await claiming(make().toBuffer(), WIDTH, HEIGHT))).toContain('image-unreadable');
  });
});

describe('a file that is decoded row by row', () => {
  it.each([
    ['a JPEG', () => plain(RED).jpeg()],
    ['a PNG', () => plain(RED).png()],
  ])('is refused for its side, not for its pixels: %s', async (_, make) => {
    const wide = (width: number) => claiming(make().toBuffer(), width, 16);

    expect(await problemOf(await wide(16_385))).toBe(
      'image-too-many-pixels: The image has 16385 × 16 pixels; at most 16384 are taken across or down.',
    );
    expect(await problemOf(await wide(16_384))).toContain('image-unreadable');
    expect(await problemOf(await claiming(make().toBuffer(), 16, 16_385))).toContain('image-too-many-pixels');
  });
});

describe('a file that would take far longer to decode than a request may take', () => {
  it('is refused by its header: two clients with such PNGs of 400 KB kept a model from everybody else', async () => {
    const picture = await sharp({
      create: { width: 16_384, height: 3_000, channels: 3, background: RED },
      limitInputPixels: false,
    })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    const milliseconds = cpuTime();

    const problem = await problemOf(picture);

    expect(problem).toBe(
      'image-too-many-pixels: The image has 16384 × 3000 pixels, which take 3 times as long to decode as a request may take. ' +
        'A smaller image, or a baseline JPEG of it with 8 bits a channel, would be taken.',
    );
    expect(milliseconds()).toBeLessThan(50);
  });

  it.each([
    ['a JPEG', () => plain(RED).jpeg()],
    ['a progressive JPEG', () => plain(RED).jpeg({ progressive: true })],
    ['a PNG', () => plain(RED).png()],
    ['a transparent PNG', () => plain(RED).ensureAlpha(0.5).png()],
    ['a WebP', () => plain(RED).webp()],
  ])('is none that telephones make, with 50 megapixels: %s', async (_, make) => {
    // The rest of the file is not there.
    expect(await problemOf(await claiming(make().toBuffer(), 8_160, 6_120))).toContain('image-unreadable');
  });

  it.each([
    ['a PNG of 16 bits', () => plain(RED).toColourspace('rgb16').png(), [5_625, 4_000]],
    ['an interlaced PNG', () => plain(RED).png({ progressive: true }), [7_500, 4_000]],
    ['a lossless WebP', () => plain(RED).webp({ lossless: true }), [4_500, 4_000]],
  ] as const)('is one with a row more than it may have: %s', async (_, make, [width, height]) => {
    const of = async (rows: number) => problemOf(await claiming(make().toBuffer(), width, rows));

    expect(await of(height)).not.toContain('as long to decode');
    expect(await of(height + 1)).toContain('2 times as long to decode');
  });
});

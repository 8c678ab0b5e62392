import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeAnything } from '../../../../functions/inference/image.ts';
import { decodePlainJpeg } from '../../../../functions/inference/jpeg/plain-jpeg.ts';
import { plain, RED } from '../../support/pictures.ts';

const GRID = { width: 64, height: 64 };

/** Noise, which uses every code and every coefficient. */
function noise(width: number, height: number, sigma = 60): Sharp {
  const background = { r: 200, g: 120, b: 60 };
  return sharp({
    create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma } },
  });
}

describe('decoding a plain JPEG on this thread', () => {
  const pictures = fc.record({
    width: fc.integer({ min: 6, max: 140 }),
    height: fc.integer({ min: 1, max: 140 }),
    quality: fc.integer({ min: 1, max: 100 }),
    sigma: fc.integer({ min: 1, max: 128 }),
    optimiseCoding: fc.boolean(),
    trellisQuantisation: fc.boolean(),
  });

  it('gives the very pixels that libvips gives, whatever the size and quality', async () => {
    await fc.assert(
      fc.asyncProperty(pictures, async ({ width, height, sigma, ...options }) => {
        const bytes = await noise(width, height, sigma)
          .jpeg({ ...options, chromaSubsampling: '4:2:0' })
          .toBuffer();

        const decoded = decodePlainJpeg(bytes, GRID);

        if (decoded) expect(Buffer.from(decoded).equals(await decodeAnything(bytes, GRID))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('takes the pictures that forms and browsers produce', async () => {
    for (const quality of [60, 80, 92]) {
      const bytes = await noise(50, 67, 30).jpeg({ quality, chromaSubsampling: '4:2:0' }).toBuffer();

      expect(decodePlainJpeg(bytes, GRID)).toHaveLength(64 * 64 * 3);
    }
  });

  it.each([
    ['a PNG', () => plain(RED, 50, 60).png()],
    ['a progressive JPEG', () => plain(RED, 50, 60).jpeg({ progressive: true })],
    ['a grey JPEG', () => plain(RED, 50, 60).toColourspace('b-w').jpeg()],
    ['a CMYK JPEG', () => plain(RED, 50, 60).toColourspace('cmyk').jpeg()],
    ['a JPEG without subsampling', () => plain(RED, 50, 60).jpeg({ chromaSubsampling: '4:4:4' })],
    ['a JPEG that says which way is up', () => plain(RED, 50, 60).withMetadata({ orientation: 6 }).jpeg()],
    ['a JPEG with a colour profile', () => plain(RED, 50, 60).withIccProfile('p3').jpeg()],
    ['a JPEG twice as wide as the grid', () => plain(RED, 128, 60).jpeg({ chromaSubsampling: '4:2:0' })],
    ['a JPEG that is very narrow', () => plain(RED, 5, 60).jpeg({ chromaSubsampling: '4:2:0' })],
  ])('leaves %s to libvips', async (_, make) => {
    expect(decodePlainJpeg(await make().toBuffer(), GRID)).toBeUndefined();
  });

  describe('that is damaged', () => {
    let whole: Buffer;
    beforeAll(async () => {
      whole = await noise(40, 40, 30).jpeg({ chromaSubsampling: '4:2:0' }).toBuffer();
    });

    it('takes nothing that libvips refuses, and reads what is left no other way', async () => {
      const damage = fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        remove: fc.nat(6),
        insert: fc.uint8Array({ maxLength: 6 }),
      });

      await fc.assert(
        fc.asyncProperty(damage, async ({ at, remove, insert }) => {
          const start = Math.floor(at * whole.length);
          const damaged = Buffer.concat([whole.subarray(0, start), insert, whole.subarray(start + remove)]);

          const decoded = decodePlainJpeg(damaged, GRID);

          if (decoded) expect(Buffer.from(decoded).equals(await decodeAnything(damaged, GRID))).toBe(true);
        }),
        { numRuns: 500 },
      );
    });

    it('is never taken when it is cut short', () => {
      for (let length = 0; length < whole.length - 1; length += 7) {
        expect(decodePlainJpeg(whole.subarray(0, length), GRID)).toBeUndefined();
      }
    });
  });
});

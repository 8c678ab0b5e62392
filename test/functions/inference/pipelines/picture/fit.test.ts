import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../functions/inference/pipelines/picture/decode.ts';
import { encode, type Kind, noise, square } from './support.ts';

/** Two columns by two rows: red, green, blue, white. */
const FOUR = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255];
/** Its colour's luma and luminance differ much. */
const EXACT = square(2, { background: '#c83214' });

/** A picture of these pixels. */
const made = (pixels: readonly number[], side: number) =>
  sharp(Buffer.from(pixels), { raw: { width: side, height: side, channels: 3 } });

describe('a picture of the size that is requested', () => {
  it.each(['fill', 'cover', 'contain'] as const)('stays as it is (%s)', async (fit) => {
    const pixels = await decodePicture(await encode('a PNG', made(FOUR, 2)), { ...EXACT, fit });

    expect([...pixels]).toEqual(FOUR);
  });

  it('gives the luma of ITU-R BT.601 in grey', async () => {
    const pixels = await decodePicture(await encode('a PNG', made(FOUR, 2)), { ...EXACT, colour: 'grey' });

    expect([...pixels]).toEqual([76, 150, 29, 255]);
  });
});

describe('a picture of another shape', () => {
  it('has bars of the luma of the background in grey', async () => {
    const format = { ...EXACT, width: 1, height: 3, fit: 'contain', colour: 'grey' } as const;

    const pixels = await decodePicture(await encode('a PNG', made([9, 9, 9], 1)), format);

    // 0.299 × 200 + 0.587 × 50 + 0.114 × 20 = 91.43
    expect([...pixels]).toEqual([91, 9, 91]);
  });

  it.each([
    [31, 90],
    [90, 31],
    [300, 411],
  ])('is fitted as sharp does it (%i × %i)', async (width, height) => {
    const picture = await encode('a PNG', noise(width, height));
    for (const fit of ['cover', 'contain'] as const) {
      const format = { ...EXACT, width: 24, height: 36, fit };
      const reference = sharp(picture).resize({ ...format, kernel: 'cubic' });

      const pixels = await decodePicture(picture, format);

      expect(Buffer.from(pixels).equals(await reference.raw().toBuffer()), fit).toBe(true);
    }
  });
});

/** How a picture lies in a file of each orientation (EXIF 2.32, 4.6.5): which are mirrored, and by how much each is turned. */
const MIRRORED = [2, 4, 5, 7];
const TURNED = [0, 0, 180, 180, 270, 270, 90, 90];

// The large ones shrink as they are loaded.
describe.each<[Kind, number, number]>([
  ['a JPEG', 96, 64],
  ['a progressive JPEG', 96, 64],
  ['a JPEG', 960, 640],
  ['a PNG', 96, 64],
  ['a WebP', 96, 64],
  ['a WebP', 960, 640],
])('%s of %i × %i pixels', (kind, width, height) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is turned the way it was held (orientation %i)', async (orientation) => {
    const format = square(40, { height: 32, fit: 'cover' });
    const corners = made(FOUR, 2).resize(width, height, { fit: 'fill', kernel: 'nearest' });
    const upright = await encode('a PNG', corners);
    const mirrored = sharp(upright).flop(MIRRORED.includes(orientation));
    const lying = await encode('a PNG', mirrored.rotate(TURNED[orientation - 1]));
    const photograph = await encode(kind, sharp(lying).withMetadata({ orientation }));

    const expected = await decodePicture(upright, format);
    const pixels = await decodePicture(photograph, format);

    const differences = expected.map((value, index) => Math.abs(value - pixels[index]!));
    expect(pixels.length).toBe(expected.length);
    expect(differences.reduce((sum, value) => sum + value, 0) / pixels.length).toBeLessThan(6);
  });
});

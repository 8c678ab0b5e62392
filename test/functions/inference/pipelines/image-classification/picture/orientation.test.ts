import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../../functions/inference/pipelines/image-classification/picture/decode.ts';
import { square } from './noise.ts';

const FORMAT = square(40, { height: 32, fit: 'cover', background: '#808080' });

/** How a picture lies in a file of each orientation (EXIF 2.32, 4.6.5), made from how it is seen. */
const LYING: readonly ((upright: Sharp) => Sharp)[] = [
  (upright) => upright,
  (upright) => upright.flop(),
  (upright) => upright.rotate(180),
  (upright) => upright.flip(),
  (upright) => upright.flop().rotate(270),
  (upright) => upright.rotate(270),
  (upright) => upright.flop().rotate(90),
  (upright) => upright.rotate(90),
];

/** Four corners of four colours, no two sides alike. */
async function corners(width: number, height: number): Promise<Buffer> {
  const part = { width: width / 2, height: height / 2, channels: 3 } as const;
  const corner = async (background: string, left: number, top: number) => {
    const input = await sharp({ create: { ...part, background } })
      .png()
      .toBuffer();
    return { input, left, top };
  };
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([
      await corner('#e01010', 0, 0),
      await corner('#10e010', part.width, 0),
      await corner('#1010e0', 0, part.height),
    ])
    .png()
    .toBuffer();
}

function meanDifference(one: Uint8Array, other: Uint8Array): number {
  expect(one.length).toBe(other.length);
  return one.reduce((sum, value, index) => sum + Math.abs(value - other[index]!), 0) / one.length;
}

describe.each([
  ['a small JPEG', 96, 64, (picture: Sharp) => picture.jpeg({ quality: 95 })],
  ['a progressive JPEG', 96, 64, (picture: Sharp) => picture.jpeg({ quality: 95, progressive: true })],
  ['a JPEG that shrinks as it is loaded', 960, 640, (picture: Sharp) => picture.jpeg({ quality: 95 })],
  ['a PNG', 96, 64, (picture: Sharp) => picture.png()],
  ['a WebP', 96, 64, (picture: Sharp) => picture.webp({ quality: 95 })],
  ['a WebP that shrinks as it is loaded', 960, 640, (picture: Sharp) => picture.webp({ quality: 95 })],
])('%s', (_, width, height, encode) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is turned the way it was held (orientation %i)', async (orientation) => {
    const upright = await corners(width, height);
    const lying = await LYING[orientation - 1]!(sharp(upright)).png().toBuffer();
    const photograph = await encode(sharp(lying).withMetadata({ orientation })).toBuffer();

    const expected = await decodePicture(upright, FORMAT);

    expect(meanDifference(await decodePicture(photograph, FORMAT), expected)).toBeLessThan(6);
  });
});

import { describe, expect, it } from 'vitest';
import { findInk, type GreyPicture } from '../../functions/page/browser/image/find-ink.ts';

/** A drawing on a sheet that gets darker from left to right, as under a lamp. */
function sheet(shadeOf: (x: number, y: number) => number | undefined): GreyPicture {
  const [width, height] = [200, 150];
  const shades = new Uint8Array(width * height);
  for (let pixel = 0; pixel < shades.length; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    shades[pixel] = shadeOf(x, y) ?? 240 - x / 2;
  }
  return { width, height, shades };
}

const inFrame = (x: number, y: number) =>
  x >= 60 && x < 90 && y >= 40 && y < 80 && (x < 64 || x >= 86 || y < 44 || y >= 76);

describe('finding the ink on a photograph', () => {
  const box = { left: 60, top: 40, width: 30, height: 40 };

  it.each<[string, (x: number, y: number) => number | undefined, object?]>([
    ['the box of a frame, partly in the shade', (x, y) => (inFrame(x, y) ? 60 : undefined), box],
    ['the same beside a speck', (x, y) => (inFrame(x, y) || (x === 190 && y === 140) ? 40 : undefined), box],
    ['nothing on a blank sheet', () => undefined],
    ['nothing where stripes cover half of the picture', (x) => (x % 2 === 0 ? 20 : 230)],
  ])('gives %s', (_, shadeOf, found) => {
    expect(findInk(sheet(shadeOf))).toEqual(found);
  });
});

import { describe, expect, it } from 'vitest';
import { findInk, type GreyPicture } from '../../functions/page/browser/image/find-ink.ts';

/** A sheet that gets darker from left to right, as under a lamp, with what is drawn on it. */
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
  it('gives the box around a drawn frame, although one side of the sheet lies in the shade', () => {
    const box = findInk(sheet((x, y) => (inFrame(x, y) ? 60 : undefined)));

    expect(box).toEqual({ left: 60, top: 40, width: 30, height: 40 });
  });

  it('does not mind a speck far away', () => {
    const box = findInk(sheet((x, y) => (inFrame(x, y) || (x === 190 && y === 140) ? 40 : undefined)));

    expect(box).toEqual({ left: 60, top: 40, width: 30, height: 40 });
  });

  it('finds nothing on a blank sheet', () => {
    expect(findInk(sheet(() => undefined))).toBeUndefined();
  });

  it('finds nothing where stripes cover half of the picture', () => {
    expect(findInk(sheet((x) => (x % 2 === 0 ? 20 : 230)))).toBeUndefined();
  });
});

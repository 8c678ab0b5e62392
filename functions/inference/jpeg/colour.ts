/** Planes of luminance and halved chrominance to pixels, to the bit as libjpeg does it. */
import type { Plane } from './scan.ts';

/** ITU-T T.871 in 16-bit fixed point. */
const RED_OF_CR = 91_881;
const BLUE_OF_CB = 116_130;
const GREEN_OF_CR = 46_802;
const GREEN_OF_CB = 22_554;
const HALF = 32_768;

/** Red, green and blue, row by row. */
export function toRgb(planes: readonly Plane[], width: number, height: number): Uint8Array {
  const [luminance, blue, red] = planes as [Plane, Plane, Plane];
  const pixels = new Uint8ClampedArray(width * height * 3);
  const cb = new Uint8Array(width + 1);
  const cr = new Uint8Array(width + 1);
  let target = 0;
  for (let row = 0; row < height; row++) {
    enlargeRow(blue, row, width, height, cb);
    enlargeRow(red, row, width, height, cr);
    for (let column = 0; column < width; column++) {
      const y = luminance.samples[row * luminance.stride + column] as number;
      const u = (cb[column] as number) - 128;
      const v = (cr[column] as number) - 128;
      pixels[target++] = y + ((Math.imul(RED_OF_CR, v) + HALF) >> 16);
      pixels[target++] = y + ((HALF - Math.imul(GREEN_OF_CB, u) - Math.imul(GREEN_OF_CR, v)) >> 16);
      pixels[target++] = y + ((Math.imul(BLUE_OF_CB, u) + HALF) >> 16);
    }
  }
  return new Uint8Array(pixels.buffer);
}

/**
 * One row of the picture from a plane of half its size: the nearer sample counts three times the farther one,
 * both ways ("fancy upsampling", with libjpeg's alternating rounding).
 */
function enlargeRow(plane: Plane, row: number, width: number, height: number, to: Uint8Array): void {
  const columns = Math.ceil(width / 2);
  const last = Math.ceil(height / 2) - 1;
  const near = row >> 1;
  const far = Math.min(Math.max(row & 1 ? near + 1 : near - 1, 0), last);
  const sum = (column: number) =>
    3 * (plane.samples[near * plane.stride + column] as number) +
    (plane.samples[far * plane.stride + column] as number);
  let left = sum(0);
  let here = left;
  for (let column = 0; column < columns; column++) {
    const right = column + 1 < columns ? sum(column + 1) : here;
    to[2 * column] = (3 * here + left + 8) >> 4;
    to[2 * column + 1] = (3 * here + right + 7) >> 4;
    left = here;
    here = right;
  }
}

/** A hand that does not write as a font does. */
import type { Strokes } from './draw.ts';

/** Shares of the paper: how far a stroke comes to lie from its place, and a point from its stroke. */
const STROKE_OFF = 0.012;
const POINT_OFF = 0.005;
/** How much larger or smaller, wider or narrower, and how far from the middle. */
const SIZE_OFF = 0.15;
const WIDTH_OFF = 0.1;
const PLACE_OFF = 0.05;
/** How far to the right the top leans, per unit of height. */
const SLANT = 0.1;

/** @param random 0 to 1, the same again for the same drawing again */
export function shaky(strokes: Strokes, random: () => number): Strokes {
  const off = (most: number) => most * (2 * random() - 1);
  const [size, width] = [1 + off(SIZE_OFF), 1 + off(WIDTH_OFF)];
  const [right, down, slant] = [off(PLACE_OFF), off(PLACE_OFF), off(SLANT)];
  return strokes.map((stroke) => {
    const [strokeRight, strokeDown] = [off(STROKE_OFF), off(STROKE_OFF)];
    return stroke.map(([x, y]) => {
      const across = size * width * (x - 0.5) - slant * (y - 0.5);
      return [
        0.5 + across + right + strokeRight + off(POINT_OFF),
        0.5 + size * (y - 0.5) + down + strokeDown + off(POINT_OFF),
      ] as const;
    });
  });
}

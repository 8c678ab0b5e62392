/** Digits as a hand draws them. */
import type { Position, Strokes } from './draw.ts';

const turn = (x: number, y: number, across: number, down: number, from: number, to: number): Position[] =>
  Array.from({ length: 13 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / 12) * Math.PI) / 180;
    return [x + across * Math.cos(angle), y + down * Math.sin(angle)];
  });

/** The strokes of some digits on a unit square, x to the right, y downwards. */
export const DIGITS: Readonly<Record<string, Strokes>> = {
  0: [turn(0.5, 0.5, 0.19, 0.3, -80, 285)],
  2: [[...turn(0.5, 0.35, 0.18, 0.16, -170, 40), [0.48, 0.63], [0.32, 0.8], [0.5, 0.78], [0.72, 0.79]]],
  3: [[...turn(0.47, 0.34, 0.18, 0.15, -150, 75), ...turn(0.47, 0.65, 0.21, 0.17, -85, 150)]],
  6: [[[0.6, 0.18], [0.48, 0.3], [0.39, 0.48], ...turn(0.51, 0.65, 0.15, 0.15, 180, -190)]],
  7: [
    [
      [0.3, 0.24],
      [0.5, 0.23],
      [0.7, 0.22],
      [0.62, 0.42],
      [0.52, 0.62],
      [0.46, 0.82],
    ],
  ],
};

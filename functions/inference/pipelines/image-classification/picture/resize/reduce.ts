/** Reducing by less than four with the cubic kernel, to the bit as libvips does it (64 phases, 12-bit fixed point). */
import { caching, makeTaps, PHASES, SHIFT, wholeLength } from './taps.ts';

/** The taps of an axis whose factor is greater than one. */
export const reducingTaps = caching((axis) => {
  const { from, factor } = axis;
  // What rounding of the new length adds to the old one, or takes away, it does at both ends alike.
  const offset = (wholeLength(axis) * factor - from) / 2;
  const neighbours = 2 * Math.round(2 * factor) + 1;
  const masks = Array.from({ length: PHASES + 1 }, (_, phase) => maskOf(neighbours, factor, phase / PHASES));
  return makeTaps(
    axis,
    neighbours,
    (sample) => (sample + 0.5) * factor - offset,
    (phase) => masks[phase] as Int32Array,
  );
});

/** Catmull-Rom's kernel, stretched by the factor, at the old samples around a phase; the weights sum to one. */
function maskOf(neighbours: number, factor: number, phase: number): Int32Array {
  const half = phase + neighbours / 2 - 1;
  const values = Array.from({ length: neighbours }, (_, tap) => cubic(Math.abs((tap - half) / factor)));
  const sum = values.reduce((total, value) => total + value, 0);
  return Int32Array.from(values, (value) => Math.trunc((value / sum) * (1 << SHIFT)));
}

/** In libvips' order of operations: another order would round some weights the other way. */
function cubic(x: number): number {
  const square = x * x;
  const cube = square * x;
  if (x <= 1) return (9 * cube - 15 * square + 6) / 6;
  if (x <= 2) return (-3 * cube + 15 * square - 24 * x + 12) / 6;
  return 0;
}

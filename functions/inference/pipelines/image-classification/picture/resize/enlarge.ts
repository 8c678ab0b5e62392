/** Enlarging by bicubic interpolation, to the bit as libvips does it (Catmull-Rom, 64 phases, 12-bit fixed point). */
import { caching, makeTaps, PHASES, SHIFT } from './taps.ts';

/** Weights of four neighbours for each phase between two samples. */
const WEIGHTS = Array.from({ length: PHASES + 1 }, (_, phase) => {
  const x = phase / PHASES;
  const outer = -0.5 * x * (1 - x);
  const before = (1 - x) * outer;
  const after = x * outer;
  const slope = after - before;
  return Int32Array.from([before, 1 - x - before + slope, x - after - slope, after], (weight) =>
    Math.trunc(weight * (1 << SHIFT)),
  );
});

/** Neighbours that a new sample is made of. */
const NEIGHBOURS = 4;

/** The taps of an axis whose factor is at most one. */
export const enlargingTaps = caching((axis) => {
  const scale = 1 / axis.factor;
  return makeTaps(
    axis,
    NEIGHBOURS,
    (sample) => sample / scale - 0.5,
    (phase) => WEIGHTS[phase] as Int32Array,
  );
});

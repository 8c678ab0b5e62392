/** Reducing by less than four with the cubic kernel, to the bit as libvips does it (64 phases, 12-bit fixed point). */
import { type Axis, makeTaps, PHASES, ROUND, remembering, SHIFT, wholeLength } from './taps.ts';

/** Fewer rows: `stride` bytes each. */
export function reduceRows(pixels: Uint8Array, stride: number, rows: Axis): Uint8Array {
  const { to } = rows;
  const { points, indices, weights } = tapsOf(rows);
  const result = new Uint8ClampedArray(to * stride);
  const sums = new Int32Array(stride);
  for (let row = 0; row < to; row++) {
    const first = row * points;
    const weight = weights[first] as number;
    const from = (indices[first] as number) * stride;
    for (let at = 0; at < stride; at++) sums[at] = ROUND + Math.imul(weight, pixels[from + at] as number);
    // The number of points is odd, so the others come in pairs.
    for (let tap = first + 1; tap < first + points; tap += 2) {
      const p = weights[tap] as number;
      const q = weights[tap + 1] as number;
      const a = (indices[tap] as number) * stride;
      const b = (indices[tap + 1] as number) * stride;
      for (let at = 0; at < stride; at++) {
        sums[at] =
          (sums[at] as number) +
          Math.imul(p, pixels[a + at] as number) +
          Math.imul(q, pixels[b + at] as number);
      }
    }
    const start = row * stride;
    for (let at = 0; at < stride; at++) result[start + at] = (sums[at] as number) >> SHIFT;
  }
  return new Uint8Array(result.buffer);
}

/** Fewer columns of three bytes each. */
export function reduceColumns(pixels: Uint8Array, columns: Axis): Uint8Array {
  const { from: width, to } = columns;
  const { points, indices, weights } = tapsOf(columns);
  const height = pixels.length / (3 * width);
  const result = new Uint8ClampedArray(3 * to * height);
  let target = 0;
  for (let start = 0; start < pixels.length; start += 3 * width) {
    for (let first = 0; first < to * points; first += points, target += 3) {
      let red = ROUND;
      let green = ROUND;
      let blue = ROUND;
      for (let tap = first; tap < first + points; tap++) {
        const weight = weights[tap] as number;
        const from = start + 3 * (indices[tap] as number);
        red += Math.imul(weight, pixels[from] as number);
        green += Math.imul(weight, pixels[from + 1] as number);
        blue += Math.imul(weight, pixels[from + 2] as number);
      }
      result[target] = red >> SHIFT;
      result[target + 1] = green >> SHIFT;
      result[target + 2] = blue >> SHIFT;
    }
  }
  return new Uint8Array(result.buffer);
}

const tapsOf = remembering((axis) => {
  const { from, factor } = axis;
  // What rounding of the new length adds to the old one, or takes away, it does at both ends alike.
  const offset = (wholeLength(axis) * factor - from) / 2;
  const points = 2 * Math.round(2 * factor) + 1;
  return makeTaps(
    axis,
    points,
    (sample) => (sample + 0.5) * factor - offset,
    (phase) => maskOf(points, factor, phase / PHASES),
  );
});

/** Catmull-Rom's kernel, stretched by the factor, at the old samples around a phase; the weights sum to one. */
function maskOf(points: number, factor: number, phase: number): Int32Array {
  const half = phase + points / 2 - 1;
  const values = Array.from({ length: points }, (_, tap) => cubic(Math.abs((tap - half) / factor)));
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

/** Enlarging by bicubic interpolation, to the bit as libvips does it (Catmull-Rom, 64 phases, 12-bit fixed point). */
import { type Axis, makeTaps, PHASES, ROUND, remembering, SHIFT } from './taps.ts';

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
const POINTS = 4;

/** Stretches pixels (three bytes each, row by row); neither side gets smaller but by what is cut off. */
export function enlarge(pixels: Uint8Array, columns: Axis, rows: Axis): Uint8Array {
  return enlargeRows(enlargeColumns(pixels, columns, rows.from), 3 * columns.to, rows);
}

/** More columns; sums are not clamped before the rows have been stretched, too. */
function enlargeColumns(pixels: Uint8Array, columns: Axis, height: number): Int16Array {
  const { from: width, to } = columns;
  const { indices, weights } = tapsOf(columns);
  const result = new Int16Array(3 * to * height);
  let target = 0;
  for (let start = 0; start < pixels.length; start += 3 * width) {
    for (let tap = 0; tap < POINTS * to; tap += POINTS, target += 3) {
      const a = start + 3 * (indices[tap] as number);
      const b = start + 3 * (indices[tap + 1] as number);
      const c = start + 3 * (indices[tap + 2] as number);
      const d = start + 3 * (indices[tap + 3] as number);
      const p = weights[tap] as number;
      const q = weights[tap + 1] as number;
      const r = weights[tap + 2] as number;
      const s = weights[tap + 3] as number;
      for (let channel = 0; channel < 3; channel++) {
        const sum =
          Math.imul(p, pixels[a + channel] as number) +
          Math.imul(q, pixels[b + channel] as number) +
          Math.imul(r, pixels[c + channel] as number) +
          Math.imul(s, pixels[d + channel] as number);
        result[target + channel] = (sum + ROUND) >> SHIFT;
      }
    }
  }
  return result;
}

function enlargeRows(samples: Int16Array, stride: number, rows: Axis): Uint8Array {
  const { indices, weights } = tapsOf(rows);
  const result = new Uint8ClampedArray(rows.to * stride);
  for (let row = 0; row < rows.to; row++) {
    const tap = POINTS * row;
    const a = (indices[tap] as number) * stride;
    const b = (indices[tap + 1] as number) * stride;
    const c = (indices[tap + 2] as number) * stride;
    const d = (indices[tap + 3] as number) * stride;
    const p = weights[tap] as number;
    const q = weights[tap + 1] as number;
    const r = weights[tap + 2] as number;
    const s = weights[tap + 3] as number;
    const start = row * stride;
    for (let at = 0; at < stride; at++) {
      const sum =
        Math.imul(p, samples[a + at] as number) +
        Math.imul(q, samples[b + at] as number) +
        Math.imul(r, samples[c + at] as number) +
        Math.imul(s, samples[d + at] as number);
      result[start + at] = (sum + ROUND) >> SHIFT;
    }
  }
  return new Uint8Array(result.buffer);
}

const tapsOf = remembering((axis) => {
  const scale = 1 / axis.factor;
  return makeTaps(
    axis,
    POINTS,
    (sample) => sample / scale - 0.5,
    (phase) => WEIGHTS[phase] as Int32Array,
  );
});

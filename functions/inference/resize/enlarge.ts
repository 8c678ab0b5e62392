/** Enlarging by bicubic interpolation, to the bit as libvips does it (Catmull-Rom, 64 phases, 12-bit fixed point). */
import type { PixelGrid } from '../image.ts';
import { PHASES, phaseOf, ROUND, SHIFT } from './phase.ts';

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

/** Where each new sample lies among the old ones: four indices and four weights each. */
interface Taps {
  readonly indices: Int32Array;
  readonly weights: Int32Array;
}

/**
 * Stretches pixels (three bytes each, row by row) to a grid that is smaller neither way.
 */
export function enlarge(pixels: Uint8Array, width: number, height: number, grid: PixelGrid): Uint8Array {
  const across = tapsOf(width, grid.width);
  const down = tapsOf(height, grid.height);
  const stride = 3 * grid.width;
  const stretched = new Int16Array(height * stride);
  for (let column = 0; column < grid.width; column++) {
    const [a = 0, b = 0, c = 0, d = 0] = across.indices.subarray(4 * column);
    const [p = 0, q = 0, r = 0, s = 0] = across.weights.subarray(4 * column);
    let target = 3 * column;
    for (let start = 0; start < pixels.length; start += 3 * width, target += stride) {
      for (let channel = start; channel < start + 3; channel++) {
        const sum =
          p * (pixels[3 * a + channel] as number) +
          q * (pixels[3 * b + channel] as number) +
          r * (pixels[3 * c + channel] as number) +
          s * (pixels[3 * d + channel] as number);
        stretched[target + channel - start] = (sum + ROUND) >> SHIFT;
      }
    }
  }
  const result = new Uint8ClampedArray(grid.height * stride);
  for (let row = 0; row < grid.height; row++) {
    const [a = 0, b = 0, c = 0, d = 0] = down.indices
      .subarray(4 * row, 4 * row + 4)
      .map((index) => index * stride);
    const [p = 0, q = 0, r = 0, s = 0] = down.weights.subarray(4 * row);
    for (let at = 0; at < stride; at++) {
      const sum =
        p * (stretched[a + at] as number) +
        q * (stretched[b + at] as number) +
        r * (stretched[c + at] as number) +
        s * (stretched[d + at] as number);
      result[row * stride + at] = (sum + ROUND) >> SHIFT;
    }
  }
  return new Uint8Array(result.buffer);
}

function tapsOf(from: number, to: number): Taps {
  const indices = new Int32Array(4 * to);
  const weights = new Int32Array(4 * to);
  const scale = to / from;
  for (let sample = 0; sample < to; sample++) {
    const position = sample / scale - 0.5;
    const base = Math.floor(position);
    const phase = phaseOf(position, base);
    for (let tap = 0; tap < 4; tap++) {
      indices[4 * sample + tap] = Math.min(Math.max(base - 1 + tap, 0), from - 1);
      weights[4 * sample + tap] = (WEIGHTS[phase] as Int32Array)[tap] as number;
    }
  }
  return { indices, weights };
}

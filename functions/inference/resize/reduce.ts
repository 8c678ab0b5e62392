/** Reducing by less than two with the cubic kernel, to the bit as libvips does it (64 phases, 12-bit fixed point). */
import { PHASES, phaseOf, ROUND, SHIFT } from './phase.ts';

/** Where each new sample lies among the old ones: `points` indices and weights each. */
interface Taps {
  readonly points: number;
  readonly indices: Int32Array;
  readonly weights: Int32Array;
}

/** Whether `reduceRows` and `reduceColumns` give what libvips gives, whose factor has been inverted twice. */
export function canReduce(from: number, to: number): boolean {
  const factor = from / to;
  return from < 2 * to && 1 / (1 / factor) === factor;
}

/** Fewer rows: `stride` bytes each. */
export function reduceRows(pixels: Uint8Array, stride: number, to: number): Uint8Array {
  const { points, indices, weights } = tapsOf(pixels.length / stride, to);
  const result = new Uint8ClampedArray(to * stride);
  for (let row = 0; row < to; row++) {
    for (let at = 0; at < stride; at++) {
      let sum = ROUND;
      for (let tap = row * points; tap < (row + 1) * points; tap++) {
        sum += (weights[tap] as number) * (pixels[(indices[tap] as number) * stride + at] as number);
      }
      result[row * stride + at] = sum >> SHIFT;
    }
  }
  return new Uint8Array(result.buffer);
}

/** Fewer columns of three bytes each. */
export function reduceColumns(pixels: Uint8Array, width: number, to: number): Uint8Array {
  const { points, indices, weights } = tapsOf(width, to);
  const height = pixels.length / (3 * width);
  const result = new Uint8ClampedArray(3 * to * height);
  for (let column = 0; column < to; column++) {
    for (let row = 0; row < height; row++) {
      for (let channel = 0; channel < 3; channel++) {
        const start = 3 * width * row + channel;
        let sum = ROUND;
        for (let tap = column * points; tap < (column + 1) * points; tap++) {
          sum += (weights[tap] as number) * (pixels[start + 3 * (indices[tap] as number)] as number);
        }
        result[3 * (to * row + column) + channel] = sum >> SHIFT;
      }
    }
  }
  return new Uint8Array(result.buffer);
}

function tapsOf(from: number, to: number): Taps {
  const factor = from / to;
  const points = 2 * Math.round(2 * factor) + 1;
  const indices = new Int32Array(points * to);
  const weights = new Int32Array(points * to);
  for (let sample = 0; sample < to; sample++) {
    const position = (sample + 0.5) * factor;
    const base = Math.floor(position);
    const phase = phaseOf(position, base);
    weights.set(maskOf(points, factor, phase / PHASES), points * sample);
    for (let tap = 0; tap < points; tap++) {
      const index = base + tap - (points - 1) / 2;
      indices[points * sample + tap] = Math.min(Math.max(index, 0), from - 1);
    }
  }
  return { points, indices, weights };
}

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

/**
 * Which old samples each new one is made of, and how much of each: what libvips' enlarging and reducing share, with
 * 64 phases between two samples, weights of 12 bits and rounded sums.
 */
import { memoise } from '../memoise.ts';

export const PHASES = 64;
export const SHIFT = 12;
export const ROUND = 1 << (SHIFT - 1);

/** `points` indices and weights for every new sample. */
export interface Taps {
  readonly points: number;
  readonly indices: Int32Array;
  readonly weights: Int32Array;
}

/** Sides of pictures differ little, so few pairs of sides are ever asked for. */
const MAX_REMEMBERED = 256;

/** Remembers the taps of each pair of sides. */
export function remembering(compute: (from: number, to: number) => Taps): (from: number, to: number) => Taps {
  return memoise(MAX_REMEMBERED, (from, to) => `${from}>${to}`, compute);
}

/**
 * The taps that make `to` samples of `from`; beyond the edges the outermost sample goes on.
 *
 * @param points neighbours of a new sample
 * @param positionOf where a new sample lies among the old ones
 * @param weightsOf weights of the neighbours for a phase, 0 to 64, behind the old sample before it
 */
export function makeTaps(
  from: number,
  to: number,
  points: number,
  positionOf: (sample: number) => number,
  weightsOf: (phase: number) => Int32Array,
): Taps {
  const indices = new Int32Array(points * to);
  const weights = new Int32Array(points * to);
  for (let sample = 0; sample < to; sample++) {
    const position = positionOf(sample);
    const base = Math.floor(position);
    const phase = (Math.trunc((position - base) * 2 * PHASES) + 1) >> 1;
    weights.set(weightsOf(phase), points * sample);
    const first = base - Math.floor((points - 1) / 2);
    for (let tap = 0; tap < points; tap++) {
      indices[points * sample + tap] = Math.min(Math.max(first + tap, 0), from - 1);
    }
  }
  return { points, indices, weights };
}

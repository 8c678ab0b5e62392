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

/** How one side of a picture is resampled. */
export interface Axis {
  /** Old samples. */
  readonly from: number;
  /** Old samples per new one. */
  readonly factor: number;
  /** The first new sample that is wanted; those before it are cut off. */
  readonly start: number;
  /** New samples that are wanted. */
  readonly to: number;
}

/** How many new samples there would be if none were cut off. */
export function wholeLength({ from, factor }: Pick<Axis, 'from' | 'factor'>): number {
  // In the operations of libvips: halves would be rounded the other way.
  return Math.round(factor < 1 ? from * (1 / factor) : from / factor);
}

/** Sides of pictures differ little, so few ways to resample them are ever asked for. */
const MAX_REMEMBERED = 256;

/** Remembers the taps of each axis. */
export function remembering(compute: (axis: Axis) => Taps): (axis: Axis) => Taps {
  return memoise(
    MAX_REMEMBERED,
    ({ from, factor, start, to }) => `${from} ${factor} ${start} ${to}`,
    compute,
  );
}

/**
 * The taps of an axis; beyond the edges the outermost old sample goes on.
 *
 * @param points neighbours of a new sample
 * @param positionOf where a new sample lies among the old ones
 * @param weightsOf weights of the neighbours for a phase, 0 to 64, behind the old sample before it
 */
export function makeTaps(
  { from, start, to }: Axis,
  points: number,
  positionOf: (sample: number) => number,
  weightsOf: (phase: number) => Int32Array,
): Taps {
  const indices = new Int32Array(points * to);
  const weights = new Int32Array(points * to);
  for (let sample = 0; sample < to; sample++) {
    const position = positionOf(start + sample);
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

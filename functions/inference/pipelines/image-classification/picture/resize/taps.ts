/**
 * Which old samples each new one is made of, and how much of each: what libvips' enlarging and reducing share, with
 * 64 phases between two samples, weights of 12 bits and rounded sums.
 */
import { memoise } from '../memoise.ts';

export const PHASES = 64;
export const SHIFT = 12;

/** Weights of a sample are padded with zeros to a multiple of it, as the sums take them. */
const PADDING = 4;

/** A new sample is made of the `points` old ones from its start on. */
export interface Taps {
  readonly points: number;
  readonly starts: Int32Array;
  /** For each sample as many as `points`, and zeros. */
  readonly weights: Int16Array;
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

/** Sides of pictures differ little, so few ways to resample them ever occur. */
const MAX_KEPT = 256;

/** Caches the taps of each axis. */
export function caching(compute: (axis: Axis) => Taps): (axis: Axis) => Taps {
  return memoise(MAX_KEPT, ({ from, factor, start, to }) => `${from} ${factor} ${start} ${to}`, compute);
}

/**
 * The taps of an axis; beyond the edges the outermost old sample goes on, so it gets what they would weigh.
 *
 * @param neighbours of a new sample
 * @param positionOf where a new sample lies among the old ones
 * @param weightsOf weights of the neighbours for a phase, 0 to 64, behind the old sample before it
 */
export function makeTaps(
  { from, start, to }: Axis,
  neighbours: number,
  positionOf: (sample: number) => number,
  weightsOf: (phase: number) => Int32Array,
): Taps {
  const points = Math.min(neighbours, from);
  const stride = Math.ceil(points / PADDING) * PADDING;
  const starts = new Int32Array(to);
  const weights = new Int16Array(stride * to);
  for (let sample = 0; sample < to; sample++) {
    const position = positionOf(start + sample);
    const base = Math.floor(position);
    const phase = (Math.trunc((position - base) * 2 * PHASES) + 1) >> 1;
    const first = base - Math.floor((neighbours - 1) / 2);
    const begin = clamp(first, from - points);
    starts[sample] = begin;
    const mask = weightsOf(phase);
    for (let neighbour = 0; neighbour < neighbours; neighbour++) {
      const at = stride * sample + clamp(first + neighbour, from - 1) - begin;
      weights[at] = (weights[at] as number) + (mask[neighbour] as number);
    }
  }
  return { points, starts, weights };
}

function clamp(index: number, most: number): number {
  return Math.min(Math.max(index, 0), most);
}

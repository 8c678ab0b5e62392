/**
 * Computes the old samples and weights of each new sample, exactly as `precompute_coeffs` of Pillow's `Resample.c`: kernels
 * widen when a picture shrinks, and weights have 22 fractional bits. `nearest` takes single samples; `inter_linear` is OpenCV's.
 */

/** Pillow's filters except Hamming, by Pillow's names (`lanczos` has three lobes), and OpenCV's `INTER_LINEAR`. */
export const RESAMPLINGS = ['nearest', 'box', 'bilinear', 'bicubic', 'lanczos', 'inter_linear'] as const;
export type Resampling = (typeof RESAMPLINGS)[number];

/** How one side of a picture is resampled, in samples. */
export interface Axis {
  /** Number of source samples. */
  readonly from: number;
  /** The part of the source that is resampled. The numbers need not be whole. */
  readonly start: number;
  readonly length: number;
  /** Number of new samples. */
  readonly resized: number;
  /** The first new sample that is kept, and the number of samples that are kept. */
  readonly first: number;
  readonly kept: number;
}

/** Each new sample is the weighted sum of `points` successive old samples. `starts` has the index of the first of these. */
export interface Taps {
  readonly points: number;
  readonly starts: Int32Array;
  /**
   * Weights in the module's layout: for every two weights, their upper parts, then their lower 11 bits. The weights of a
   * new sample are padded with zeros to a multiple of four.
   */
  readonly pairs: Int16Array;
}

const SHIFT = 22;
const HALF = 11;
const PADDING = 4;

const NEIGHBOURS: Readonly<Record<Resampling, (axis: Axis) => Neighbours[]>> = {
  nearest,
  box: weighed(0.5, (x) => (x > -0.5 && x <= 0.5 ? 1 : 0)),
  bilinear: weighed(1, (x) => Math.max(0, 1 - Math.abs(x))),
  bicubic: weighed(2, (x) => cubic(Math.abs(x))),
  lanczos: weighed(3, (x) => (x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0)),
  inter_linear: linear,
};

/** The bicubic kernel, with Pillow's a = −0.5. */
function cubic(x: number): number {
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
  if (x < 2) return (((x - 5) * x + 8) * x - 4) * -0.5;
  return 0;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(x * Math.PI) / (x * Math.PI);
}

/** Largest number of cached axes. Usually there are fewer, because pictures have few different sizes. */
const MAX_KEPT = 256;
const known = new Map<string, Taps>();

/** Caches the taps of each axis, and clears the cache when it is full. */
export function tapsOf(axis: Axis, resampling: Resampling): Taps {
  const { from, start, length, resized, first, kept } = axis;
  const key = `${resampling} ${from} ${start} ${length} ${resized} ${first} ${kept}`;
  let taps = known.get(key);
  if (!taps) {
    if (known.size >= MAX_KEPT) known.clear();
    taps = pack(from, NEIGHBOURS[resampling](axis));
    known.set(key, taps);
  }
  return taps;
}

/** A weighted sum of old samples, from index `start` on. */
type Neighbours = readonly [start: number, weights: readonly number[]];

/** Adds up the scale as Pillow does, because the last bit of the sum can decide between two samples. */
function nearest({ from, start, length, resized, first, kept }: Axis): Neighbours[] {
  const scale = length / resized;
  const found: Neighbours[] = [];
  let centre = start + scale * 0.5;
  for (let sample = 0; sample < first + kept; sample++, centre += scale) {
    if (sample >= first) found.push([Math.min(Math.floor(centre), from - 1), [1]]);
  }
  return found;
}

/** The two old samples around each new one, as in `resize.cpp` of OpenCV: in 32 bits, with weights of 11 bits. */
function linear({ from, start, length, resized, first, kept }: Axis): Neighbours[] {
  return Array.from({ length: kept }, (_, sample) => {
    const centre = Math.fround(start + (first + sample + 0.5) * (length / resized) - 0.5);
    const before = Math.floor(centre);
    if (before < 0) return [0, [1]];
    if (before >= from - 1) return [from - 1, [1]];
    const share = Math.round((centre - before) * (1 << HALF)) / (1 << HALF);
    return [before, [1 - share, share]];
  });
}

/** @param support half the width of the filter, in samples */
function weighed(support: number, weigh: (x: number) => number) {
  return ({ from, start, length, resized, first, kept }: Axis): Neighbours[] => {
    const scale = length / resized;
    const stretch = Math.max(1, scale);
    const reach = support * stretch;
    return Array.from({ length: kept }, (_, sample) => {
      const centre = start + (first + sample + 0.5) * scale;
      const begin = Math.max(0, Math.trunc(centre - reach + 0.5));
      const end = Math.min(from, Math.trunc(centre + reach + 0.5));
      const weights = Array.from({ length: end - begin }, (_, index) =>
        weigh((index + begin - centre + 0.5) / stretch),
      );
      const sum = weights.reduce((total, weight) => total + weight, 0);
      return [begin, weights.map((weight) => weight / sum)];
    });
  };
}

function pack(from: number, neighbours: readonly Neighbours[]): Taps {
  const points = Math.max(...neighbours.map(([, { length }]) => length));
  const stride = Math.ceil(points / PADDING) * PADDING;
  const starts = new Int32Array(neighbours.length);
  const pairs = new Int16Array(2 * stride * neighbours.length);
  for (const [sample, [start, weights]] of neighbours.entries()) {
    // All new samples have `points` neighbours, so near the end some of these lie before `start`, with a weight of 0.
    starts[sample] = Math.min(start, from - points);
    for (const [index, weight] of weights.entries()) {
      const fixed = Math.sign(weight) * Math.trunc(0.5 + Math.abs(weight) * (1 << SHIFT));
      const tap = start - starts[sample]! + index;
      const at = 2 * stride * sample + 4 * (tap >> 1) + (tap & 1);
      pairs[at] = fixed >> HALF;
      pairs[at + 2] = fixed & ((1 << HALF) - 1);
    }
  }
  return { points, starts, pairs };
}

/**
 * Which old samples each new one is made of, and how much of each: what libvips' enlarging and reducing share, with
 * 64 phases between two samples, weights of 12 bits and rounded sums.
 */

export const PHASES = 64;
const SHIFT = 12;

/** Weights of a sample are padded with zeros to a multiple of it, as the sums take them. */
const PADDING = 4;

/** A new sample is made of the `points` old ones from its start on. */
export interface Taps {
  readonly points: number;
  readonly starts: Int32Array;
  /** For each sample as many as `points`, and zeros. */
  readonly weights: Int16Array;
}

export interface Axis {
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

/** Caches the taps of each axis; one axis more than are kept, and all are forgotten. */
function caching(compute: (axis: Axis) => Taps): (axis: Axis) => Taps {
  const known = new Map<string, Taps>();
  return (axis) => {
    const { from, factor, start, to } = axis;
    const key = `${from} ${factor} ${start} ${to}`;
    let taps = known.get(key);
    if (!taps) {
      if (known.size >= MAX_KEPT) known.clear();
      taps = compute(axis);
      known.set(key, taps);
    }
    return taps;
  };
}

/**
 * The taps of an axis; beyond the edges the outermost old sample goes on, so it gets what they would weigh.
 *
 * @param neighbours of a new sample
 * @param positionOf where a new sample lies among the old ones
 * @param weightsOf weights of the neighbours for a phase, 0 to 64, behind the old sample before it
 */
function makeTaps(
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

const NEIGHBOURS = 4;

export const enlargingTaps = caching((axis) => {
  const scale = 1 / axis.factor;
  return makeTaps(
    axis,
    NEIGHBOURS,
    (sample) => sample / scale - 0.5,
    (phase) => WEIGHTS[phase] as Int32Array,
  );
});

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

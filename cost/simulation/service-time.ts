import { CostError } from '../errors.ts';
import type { Durations, Quantile } from '../workload/workload.ts';
import { normalAbove, normalQuantile } from './normal.ts';
import type { Random } from './random.ts';

/** A distribution of service times, in milliseconds. */
export interface ServiceTime {
  /** Mean of the distribution, which may differ from the given mean because of the quantiles. */
  readonly mean: number;
  draw(random: Random): number;
  /** Share of the requests that take longer than this. */
  above(milliseconds: number): number;
  /** Origin of the distribution, in words. */
  readonly origin: string;
}

/** Coefficient of variation of the lognormal distribution that is assumed for a mean alone. Our load runs measured 0.4 to 0.6. */
export const VARIATION = 0.5;

/**
 * The distribution of measured durations, which follows their quantiles if there are any. A mean alone says nothing about p99,
 * so a lognormal distribution with a coefficient of variation of 0.5 is assumed and reported.
 */
export function serviceTime({ mean, quantiles = [] }: Durations): ServiceTime {
  if (mean === 0) {
    return { mean, draw: () => 0, above: (milliseconds) => Number(milliseconds < 0), origin: 'none' };
  }
  if (quantiles.length > 0) {
    return fitted(mean, quantiles);
  }
  const slope = Math.sqrt(Math.log(1 + VARIATION ** 2));
  const line = { fromZ: Number.NEGATIVE_INFINITY, level: Math.log(mean) - slope ** 2 / 2, slope };
  const assumed = `lognormal with a coefficient of variation of ${VARIATION} (assumed, because only the mean is given)`;
  return piecewise([line], assumed);
}

/** A range in which the logarithm of the time is linear in a standard normal variable z: ln t = level + slope × z. */
interface Segment {
  readonly fromZ: number;
  readonly level: number;
  readonly slope: number;
}

function fitted(mean: number, quantiles: readonly Quantile[]): ServiceTime {
  const names = quantiles
    .map(({ share, milliseconds }) => `p${share * 100} ${Number(milliseconds.toPrecision(4))} ms`)
    .join(', ');
  const knots = quantiles.map(({ share, milliseconds }) => ({
    z: normalQuantile(share),
    log: Math.log(milliseconds),
  }));
  if (knots.some(({ log }, index) => log < (knots[index - 1]?.log ?? log))) {
    throw new CostError(`The quantiles must not decrease: ${names}.`);
  }
  const first = knots[0] as (typeof knots)[number];
  const last = knots.at(-1) as (typeof knots)[number];
  if (knots.length === 1) {
    // ln mean = level + slope² / 2 and level = log − slope × z, solved for the slope.
    const root = first.z ** 2 - 2 * (first.log - Math.log(mean));
    const slope = first.z > 0 ? first.z - Math.sqrt(root) : first.z + Math.sqrt(root);
    if (!(slope >= 0)) {
      throw new CostError(
        `No lognormal has a mean of ${mean} ms and ${names}: give more quantiles, or correct the mean.`,
      );
    }
    const line = { fromZ: Number.NEGATIVE_INFINITY, level: first.log - slope * first.z, slope };
    return piecewise([line], `lognormal through the mean and ${names}`);
  }
  const between = knots.slice(1).map((to, index) => {
    const from = knots[index] as (typeof knots)[number];
    const slope = (to.log - from.log) / (to.z - from.z);
    return { fromZ: from.z, level: from.log - slope * from.z, slope };
  });
  const overall = (last.log - first.log) / (last.z - first.z);
  const tailSlope = Math.max(overall, between.at(-1)?.slope ?? 0);
  const tail = { fromZ: last.z, level: last.log - tailSlope * last.z, slope: tailSlope };
  const below = (slope: number) => ({
    fromZ: Number.NEGATIVE_INFINITY,
    level: first.log - slope * first.z,
    slope,
  });
  const rest = [...between, tail];
  // Bisection finds the slope for times below the first quantile, so that the mean is the measured one. A steeper slope makes
  // the mean smaller.
  let low = 0;
  let high = 3;
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (meanOf([below(middle), ...rest]) > mean) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return piecewise([below((low + high) / 2), ...rest], `${names}, lognormal between and beyond them`);
}

function piecewise(segments: readonly Segment[], origin: string): ServiceTime {
  const timeAt = (z: number) => {
    const { level, slope } = segments.findLast(({ fromZ }) => fromZ <= z) as Segment;
    return Math.exp(level + slope * z);
  };
  const table = Float64Array.from({ length: CELLS + 1 }, (_, cell) => timeAt(zOfCell(cell)));
  return {
    mean: meanOf(segments),
    origin,
    draw: (random) => {
      const share = random.next();
      const position = share * CELLS;
      const cell = Math.floor(position);
      if (cell === 0 || cell === CELLS - 1) {
        // The first and the last cell hold the tails, for which linear interpolation between table entries is too coarse.
        return timeAt(normalQuantile(share));
      }
      const from = table[cell] as number;
      return from + ((table[cell + 1] as number) - from) * (position - cell);
    },
    above: (milliseconds) => {
      if (milliseconds <= 0) {
        return 1;
      }
      const log = Math.log(milliseconds);
      const found = segments.findLast(({ fromZ, level, slope }) => level + slope * fromZ <= log);
      const { level, slope, fromZ } = found ?? (segments[0] as Segment);
      return slope === 0 ? Number(log < level) : normalAbove(Math.max(fromZ, (log - level) / slope));
    },
  };
}

/** Number of cells of the table. Each cell has an equal share of the requests. All but the outer two interpolate linearly. */
const CELLS = 8192;
let zTable: Float64Array | undefined;

function zOfCell(cell: number): number {
  zTable ??= Float64Array.from({ length: CELLS + 1 }, (_, index) => normalQuantile(index / CELLS));
  return zTable[cell] as number;
}

/** The sum over all segments of ∫ exp(level + slope z) φ(z) dz = exp(level + slope² / 2) (Φ(to − slope) − Φ(from − slope)). */
function meanOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { fromZ, level, slope }, index) => {
    const toZ = segments[index + 1]?.fromZ ?? Number.POSITIVE_INFINITY;
    return sum + Math.exp(level + slope ** 2 / 2) * (normalAbove(fromZ - slope) - normalAbove(toZ - slope));
  }, 0);
}

import { MissingPriceError } from '../errors.ts';
import { type Alternative, type Comparison, NotComparableError } from './alternative.ts';

export interface Point {
  readonly rate: number;
  readonly dollars: number;
  readonly keepsPromise: boolean;
}

/** Dollars over rate, both on a logarithmic grid. */
export interface Curve {
  readonly name: string;
  readonly points: readonly Point[];
}

/** A stretch of rates in which one alternative is the cheapest of those that keep the promise. */
export interface Stretch {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Rates from `low` to `high` per second in equal ratios. */
export function rateGrid(low: number, high: number, points: number): number[] {
  return Array.from({ length: points }, (_, index) => low * (high / low) ** (index / (points - 1)));
}

/**
 * What the alternatives cost over the rates, each point with as many as it takes there; what fails at one rate may win
 * at another. Where an alternative cannot be priced or compared, it is no choice.
 */
export function curves(
  all: readonly Alternative[],
  rates: readonly number[],
  comparison: Comparison,
  tick: (done: number, total: number) => void = () => {},
): Curve[] {
  // Rate by rate, because plays of one rate are shared among the alternatives.
  const columns = rates.map((rate, index) => {
    tick(index, rates.length);
    const there = { ...comparison, load: { ...comparison.load, ratePerSecond: rate } };
    return all.map((alternative) => pointOf(alternative, rate, there));
  });
  return all
    .map(({ name }, index) => ({ name, points: columns.map((column) => column[index] as Point) }))
    .filter(({ points }) => points.some(({ keepsPromise }) => keepsPromise));
}

function pointOf(alternative: Alternative, rate: number, comparison: Comparison): Point {
  try {
    const { dollars, verdict } = alternative.assess(comparison);
    return { rate, dollars, keepsPromise: verdict.kept === 'yes' };
  } catch (error) {
    if (error instanceof MissingPriceError || error instanceof NotComparableError) {
      return { rate, dollars: Number.POSITIVE_INFINITY, keepsPromise: false };
    }
    throw error;
  }
}

/** Who is the cheapest that keeps the promise, from which rate to which, to the next point of the grid. */
export function cheapestByRate(all: readonly Curve[]): Stretch[] {
  const stretches: Stretch[] = [];
  const rates = all[0]?.points.map(({ rate }) => rate) ?? [];
  for (const [index, rate] of rates.entries()) {
    const able = all.filter(({ points }) => points[index]?.keepsPromise);
    const [first] = able.sort((one, other) => dollars(one, index) - dollars(other, index));
    const last = stretches.at(-1);
    const name = first?.name ?? 'none';
    if (last?.name === name) {
      stretches[stretches.length - 1] = { ...last, to: rate };
    } else {
      stretches.push({ name, from: rate, to: rate });
    }
  }
  return stretches;
}

/** The rates at which two costs change their order: up to the first at or above each such rate of the grid. */
export function crossovers(one: Curve, other: Curve): number[] {
  const rates: number[] = [];
  let before = 0;
  for (const [index, { rate }] of one.points.entries()) {
    const sign = orderAt(one, other, index);
    if (before !== 0 && sign !== 0 && sign !== before) {
      rates.push(rate);
    }
    before = sign === 0 ? before : sign;
  }
  return rates;
}

/** Which of two costs less at a point of the grid: −1 the first, 1 the other; 0 where they cannot be compared. */
export function orderAt(one: Curve, other: Curve, index: number): number {
  const comparable = one.points[index]?.keepsPromise && other.points[index]?.keepsPromise;
  return comparable ? Math.sign(dollars(one, index) - dollars(other, index)) : 0;
}

function dollars(curve: Curve, index: number): number {
  return curve.points[index]?.dollars ?? Number.POSITIVE_INFINITY;
}

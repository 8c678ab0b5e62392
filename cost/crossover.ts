import type { Alternative, RateCost } from './alternative.ts';
import { MissingPriceError } from './errors.ts';

export interface Point extends RateCost {
  readonly rate: number;
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

/** The alternatives' costs over the rates; those with a missing price are left out. */
export function curves(all: readonly Alternative[], rates: readonly number[]): Curve[] {
  return all.flatMap(({ name, costAt }) => {
    try {
      return [{ name, points: rates.map((rate) => ({ rate, ...costAt(rate) })) }];
    } catch (error) {
      if (error instanceof MissingPriceError) {
        return [];
      }
      throw error;
    }
  });
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
    const sign = Math.sign(dollars(one, index) - dollars(other, index));
    if (before !== 0 && sign !== 0 && sign !== before) {
      rates.push(rate);
    }
    before = sign === 0 ? before : sign;
  }
  return rates;
}

function dollars(curve: Curve, index: number): number {
  return curve.points[index]?.dollars ?? Number.POSITIVE_INFINITY;
}

import { studentQuantile } from '../../report/baseline/paired-test.ts';
import { mean } from '../../verdict/statistics.ts';
import type { Row } from './rows.ts';

/** How much faster one row is than another, as a ratio. */
export interface Comparison {
  readonly ratio: number;
  /** 90 % of what the spread between rounds leaves possible lies between these; undefined for fewer than two rounds. */
  readonly interval: readonly [low: number, high: number] | undefined;
  /** Faster by more than the spread explains; slower by more than it explains. */
  readonly outcome: 'faster' | 'slower' | 'within the spread';
}

/** Of a one-sided test; twice as much lies beside an interval. */
const CHANCE = 0.05;

/**
 * Compares what both did in the same rounds, which came one after the other: one-sided paired t-test over the logarithms
 * of the ratios. What made a round slow for both is in none of them.
 */
export function compare(one: Row, other: Row): Comparison {
  const differences = [...one.rates].flatMap(([round, rate]) => {
    const beside = other.rates.get(round);
    return beside === undefined || rate <= 0 || beside <= 0 ? [] : [Math.log(rate / beside)];
  });
  const count = differences.length;
  if (count < 2) {
    return { ratio: one.rate / other.rate, interval: undefined, outcome: 'within the spread' };
  }
  const middle = mean(differences);
  const squares = differences.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  const error = Math.sqrt(squares / (count - 1) / count);
  const margin = studentQuantile(CHANCE, count - 1) * error;
  const [low, high] = [middle - margin, middle + margin];
  return {
    ratio: Math.exp(middle),
    interval: [Math.exp(low), Math.exp(high)],
    // Rounding alone makes ratios that are all the same differ.
    outcome: low > 1e-9 ? 'faster' : high < -1e-9 ? 'slower' : 'within the spread',
  };
}

/** Such as `12.3 % more (90 %: 8.1 to 16.5 % more)`. */
export function describeComparison({ ratio, interval }: Comparison): string {
  if (interval === undefined) return `${describeRatio(ratio)} in one round`;
  const [low, high] = interval.map((value) => `${value < 1 ? '−' : '+'}${percent(value)}`);
  return `${describeRatio(ratio)} (90 %: ${low} to ${high} %)`;
}

function describeRatio(ratio: number): string {
  return `${percent(ratio)} % ${ratio < 1 ? 'less' : 'more'}`;
}

function percent(ratio: number): string {
  return Math.abs(100 * (ratio - 1)).toFixed(1);
}

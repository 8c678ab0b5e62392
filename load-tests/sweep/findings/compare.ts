import { studentQuantile } from '../../report/baseline/paired-test.ts';
import { mean } from '../../verdict/statistics.ts';
import type { Row } from './rows.ts';

/** How much faster one row is than another, as a ratio. */
export interface Comparison {
  readonly ratio: number;
  /** 90 % of what the spread between rounds leaves possible lies between these; undefined for fewer than two rounds. */
  readonly interval: readonly [low: number, high: number] | undefined;
  /** Rounds that both were in. */
  readonly rounds: number;
  /** Faster by more than the spread explains; slower by more than it explains. */
  readonly outcome: 'faster' | 'slower' | 'within the spread';
}

/** Of a one-sided test; twice as much lies beside an interval. */
const CHANCE = 0.05;

/**
 * One-sided paired t-test over the logarithms of the ratios, one for each round that both were in. What made a round slow
 * for both is in none of them.
 *
 * However often two services were asked in turns in a round, it is one value with one degree of freedom: they were started
 * once, and what that brought them, and what the machine was like, all their turns have in common. Turns make a round
 * precise, rounds make the verdict sure.
 */
export function compare(one: Row, other: Row): Comparison {
  const differences = [...one.rates].flatMap(([round, rate]) => {
    const beside = other.rates.get(round);
    return beside === undefined || rate <= 0 || beside <= 0 ? [] : [Math.log(rate / beside)];
  });
  const rounds = differences.length;
  if (rounds < 2) {
    return { ratio: one.rate / other.rate, interval: undefined, rounds, outcome: 'within the spread' };
  }
  const middle = mean(differences);
  const squares = differences.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  const error = Math.sqrt(squares / (rounds - 1) / rounds);
  const margin = studentQuantile(CHANCE, rounds - 1) * error;
  const [low, high] = [middle - margin, middle + margin];
  return {
    ratio: Math.exp(middle),
    interval: [Math.exp(low), Math.exp(high)],
    rounds,
    // Rounding alone makes ratios that are all the same differ.
    outcome: low > 1e-9 ? 'faster' : high < -1e-9 ? 'slower' : 'within the spread',
  };
}

/** Such as `+12.3 % (90 %: +8.1 to +16.5 %)`. */
export function describeComparison({ ratio, interval }: Comparison): string {
  if (interval === undefined) return `${percent(ratio)} % in one round`;
  const [low, high] = interval.map(percent);
  return `${percent(ratio)} % (90 %: ${low} to ${high} %)`;
}

function percent(ratio: number): string {
  return `${ratio < 1 ? '−' : '+'}${Math.abs(100 * (ratio - 1)).toFixed(1)}`;
}

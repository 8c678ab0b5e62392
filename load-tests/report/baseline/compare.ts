import type { Objective } from '../../verdict/group.ts';
import { percentileName } from '../../verdict/objective.ts';
import type { Check } from '../../verdict/outcome.ts';
import { pairedRatio } from '../../verdict/statistics.ts';
import { type Block, type Blocks, KINDS } from '../figures/blocks.ts';

/**
 * A figure that is worse by less than this share is never a regression, however significant it is. Runs of one service differ
 * from each other, and the spread within a run does not show by how much.
 */
const LEAST_CHANGE = 0.08;
/** Probability of calling at least one figure of two equal runs a regression, if their parts were independent. */
const CHANCE = 0.0125;
/** Share of the parts of each run at the beginning that are dropped, because clients, workers and compilers warm up. */
const WARM_UP = 0.2;
/** Two runs prove nothing if they could not have shown a regression by this factor. */
const MOST_UNSEEN = 2;
/** Smallest value in milliseconds or responses a second, because zero has no logarithm. */
const LEAST = 0.001;

/** Change of one figure. */
export interface Change {
  name: string;
  /** Geometric mean over the parts. */
  before: number;
  now: number;
  unit: 'ms' | '/s';
  /** The factor of a regression that these two runs would have shown; null if their spread is unknown. */
  visible: number | null;
  regressed: boolean;
}

/** Comparison of a run with one earlier run. */
export interface Comparison {
  /** Name of the earlier run's folder. */
  baseline: string;
  commit: string;
  started: string;
  /** Empty if either run is too short for a spread. */
  changes: Change[];
  regressed: boolean;
}

/**
 * Compares two runs of the same load, figure by figure, by a one-sided paired t-test over the logarithms of the ratios of their
 * parts (Law and Kelton, "Simulation Modeling and Analysis", sections 9.5.3 and 10.2.1). Changes that both runs have in common,
 * such as warming up, cancel out. All figures together share `CHANCE` (Bonferroni).
 */
export function compareBlocks(before: Blocks, now: Blocks, objective: Objective): Change[] {
  const kinds = (['fresh', 'cached'] as const).filter((kind) => before[kind].length * now[kind].length > 0);
  const tests = 3 * kinds.length;
  return kinds.flatMap((kind) => {
    const [old, recent] = [before[kind], now[kind]].map((blocks) =>
      blocks.slice(Math.ceil(WARM_UP * blocks.length)),
    ) as [Block[], Block[]];
    // A percentile that falls on a failure counts as the highest of all percentiles, or the limit.
    const latest = [...old, ...recent].reduce(
      (most, { percentile }) => Math.max(most, percentile ?? 0),
      objective.limitMilliseconds,
    );
    const change = (name: string, unit: Change['unit'], of: (block: Block) => number): Change => {
      const [values, earlier] = [recent, old].map((blocks) =>
        blocks.map((block) => Math.max(LEAST, of(block))),
      ) as [number[], number[]];
      const [worse, better] = unit === '/s' ? [earlier, values] : [values, earlier];
      const pairs = worse.map((value, part) => [value, better[part] as number] as const);
      const { ratio, interval } = pairedRatio(pairs, CHANCE / tests);
      return {
        name: `${KINDS[kind]}: ${name}`,
        unit,
        before: geometricMean(earlier),
        now: geometricMean(values),
        visible: Math.max(1 + LEAST_CHANGE, interval[1] / ratio),
        // Tolerance, because rounding makes equal ratios differ.
        regressed: interval[0] > 1 + 1e-9 && ratio > 1 + LEAST_CHANGE,
      };
    };
    return [
      change('good responses', '/s', ({ perSecond }) => perSecond),
      change('p50', 'ms', ({ p50 }) => p50 ?? latest),
      change(percentileName(objective.quantile), 'ms', ({ percentile }) => percentile ?? latest),
    ];
  });
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/**
 * Combines comparisons. It is a regression only if every baseline shows one, because a slow hour may explain a single one. It
 * is unproven if there was too little to compare.
 */
export function regressionCheck(comparisons: readonly Comparison[], comparableSeconds: number): Check {
  const detail = comparisons
    .map((comparison) => describeComparison(comparison, comparableSeconds))
    .join('; ');
  const regressed = comparisons.every((comparison) => comparison.regressed);
  const unknown = comparisons.some((comparison) => !comparison.regressed && isBlind(comparison));
  return { name: 'no regression', finding: unknown ? 'unproven' : regressed ? 'failed' : 'passed', detail };
}

function isBlind({ changes }: Comparison): boolean {
  return changes.length === 0 || changes.some(({ visible }) => (visible ?? 0) > MOST_UNSEEN);
}

/** The significant changes of a comparison in one line, or the smallest that would have been significant. */
function describeComparison(comparison: Comparison, comparableSeconds: number): string {
  const { baseline, changes, regressed } = comparison;
  if (regressed) {
    return `${baseline}: ${changes
      .filter((change) => change.regressed)
      .map(describeChange)
      .join(', ')}`;
  }
  const [first] = changes;
  if (first === undefined)
    return `${baseline}: this run is too short to compare: ${describeLeast(comparableSeconds)}`;
  if (isBlind(comparison)) return `${baseline}: spread too wide to see even a figure twice as bad`;
  return `${baseline}: none of ${changes.length} figures worse than chance explains; ${changes.map(describeVisible).join(', ')}`;
}

/** How long a run of the same load must be, with a margin for arrivals that are missing by chance. */
export function describeLeast(comparableSeconds: number): string {
  return `make both with --duration ${Math.ceil(1.1 * comparableSeconds)}`;
}

function describeVisible(change: Change): string {
  const { visible } = change;
  const least = visible === null ? '' : ` (${(100 * (visible - 1)).toFixed(0)} % would have shown)`;
  return `${describeChange(change)}${least}`;
}

function describeChange({ name, before, now, unit }: Change): string {
  return `${name} ${before.toFixed(1)} → ${now.toFixed(1)} ${unit}`;
}

import type { Promised } from '../../verdict/group.ts';
import { percentileName } from '../../verdict/promise.ts';
import { mean, stepDown, studentQuantile } from '../../verdict/statistics.ts';
import { type Block, type Blocks, KINDS } from '../figures/blocks.ts';
import { type PairedTest, pairedTest } from './paired-test.ts';

/** A figure that is worse by less than this share is never called a regression, however sure it is: nobody would mind. */
export const LEAST_CHANGE = 0.05;
/** Chance of calling at least one figure of two equal runs a regression. */
export const CHANCE = 0.01;
/** Share of the parts of either run that come first and are left out: clients start, environments and compilers warm up. */
export const WARM_UP = 0.2;

/** Milliseconds, or answers a second: nothing has no logarithm. */
const LEAST = 0.001;

/** How one figure changed. */
export interface Change {
  name: string;
  /** Mean of the parts, of latencies and rates the geometric one. */
  before: number;
  now: number;
  unit: 'ms' | '%' | '/s';
  /** Probability that chance alone shows such a change for the worse in any of so many figures; null where it has none. */
  chance: number | null;
  /** Growth, or loss, as a share, that these two runs would have shown to be one; null where no share says it. */
  visible: number | null;
  regressed: boolean;
}

/** How a figure is read off a part, such that adding up and taking off mean something. */
interface Figure {
  name: string;
  unit: Change['unit'];
  of(block: Block): number;
  /** Of rates and latencies it is the ratio that counts: they are compared by their logarithms. */
  isRatio: boolean;
}

/** One figure of two runs. */
interface Compared extends Pick<Change, 'name' | 'unit' | 'before' | 'now'>, Pick<Figure, 'isRatio'> {
  /** By how much each part is worse than that of the baseline. */
  differences: number[];
}

/**
 * Compares two runs of the same load, figure by figure. A figure has regressed where chance explains its change with a
 * probability of at most `CHANCE`, all figures taken together, and it is worse by more than `LEAST_CHANGE`.
 */
export function compareBlocks(before: Blocks, now: Blocks, promised: Promised): Change[] {
  const compared = (['fresh', 'cached'] as const).flatMap((kind) => {
    if (before[kind].length === 0 || now[kind].length === 0) return [];
    const figures = figuresOf([...before[kind], ...now[kind]], promised);
    return figures.map((figure) => compareFigure(figure, before[kind], now[kind], KINDS[kind]));
  });
  const tests = compared.map(({ differences }) => pairedTest(differences));
  // What is alike in every part, as where nothing is late, could not be found different, and so takes no part in the odds
  // (Tarone, "A Modified Bonferroni Method for Discrete Data", 1990).
  const tested = compared.flatMap(({ differences }, index) => (differences.some(Boolean) ? [index] : []));
  const chances = stepDown(tested.map((index) => (tests[index] as PairedTest).chance));
  return compared.map(({ differences: _, isRatio, ...figure }, index) => {
    const test = tests[index] as PairedTest;
    const chance = chances[tested.indexOf(index)] ?? 1;
    const toWorse = figure.unit === '/s' ? -1 : 1;
    const regressed = chance <= CHANCE && isWorse(toWorse * figure.before, toWorse * figure.now);
    const visible = isRatio ? visibleChange(test, CHANCE / tested.length, toWorse) : null;
    return { ...figure, chance, visible, regressed };
  });
}

/** The least change, as a share, that counts and that so small a chance does not explain. */
function visibleChange({ error, freedom }: PairedTest, chance: number, toWorse: number): number {
  return Math.max(LEAST_CHANGE, Math.abs(Math.expm1(toWorse * studentQuantile(chance, freedom) * error)));
}

/** Whether a figure, of which more is worse, grew by more than a share of itself. */
export function isWorse(before: number, now: number, share = LEAST_CHANGE): boolean {
  return now - before > share * Math.abs(before);
}

/** @param blocks all that are compared: a percentile that falls on a failure is as late as the latest of them, or the limit */
function figuresOf(blocks: readonly Block[], { quantile, limitMilliseconds }: Promised): Figure[] {
  const latest = blocks.reduce((most, { percentile }) => Math.max(most, percentile ?? 0), limitMilliseconds);
  return [
    { name: 'good answers', unit: '/s', of: ({ perSecond }) => perSecond, isRatio: true },
    { name: 'p50', unit: 'ms', of: ({ p50 }) => p50 ?? latest, isRatio: true },
    {
      name: percentileName(quantile),
      unit: 'ms',
      of: ({ percentile }) => percentile ?? latest,
      isRatio: true,
    },
    { name: 'late or failed', unit: '%', of: ({ lateOrFailed }) => 100 * lateOrFailed, isRatio: false },
    { name: 'wrong', unit: '%', of: ({ wrong }) => 100 * wrong, isRatio: false },
  ];
}

function compareFigure(
  { name, unit, of, isRatio }: Figure,
  before: Block[],
  now: Block[],
  kind: string,
): Compared {
  const parts = Math.min(before.length, now.length);
  const read = (block: Block) => (isRatio ? Math.log(Math.max(LEAST, of(block))) : of(block));
  const steady = (blocks: Block[]) => withoutWarmUp(joined(blocks.map(read), parts));
  const [old, recent] = [steady(before), steady(now)];
  const shown = (values: number[]) => (isRatio ? Math.exp(mean(values)) : mean(values));
  const toWorse = unit === '/s' ? -1 : 1;
  return {
    name: `${kind}: ${name}`,
    unit,
    isRatio,
    before: shown(old),
    now: shown(recent),
    differences: recent.map((value, index) => toWorse * (value - (old[index] as number))),
  };
}

/** So many values, each the mean of as many neighbours: of two runs of about one length, one may have twice as many parts. */
function joined(values: number[], parts: number): number[] {
  const together = Math.round(values.length / parts);
  return Array.from({ length: parts }, (_, part) =>
    mean(values.slice(part * together, (part + 1) * together)),
  );
}

function withoutWarmUp(values: number[]): number[] {
  return values.slice(Math.ceil(WARM_UP * values.length));
}

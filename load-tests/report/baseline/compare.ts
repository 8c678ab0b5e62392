import { type Block, type Blocks, KINDS } from '../figures/blocks.ts';
import { rankTest } from './rank-test.ts';

/**
 * A figure that is worse by less than this share is never called a regression: one run says nothing of the spread from
 * run to run, and no machine repeats itself more exactly.
 */
export const LEAST_CHANGE = 0.1;
/** Chance of calling at least one figure of two equal services a regression. */
export const CHANCE = 0.01;

/** How one figure changed. */
export interface Change {
  name: string;
  /** Middle one of the parts; null where it falls on exchanges without a good answer. */
  before: number | null;
  now: number | null;
  unit: 'ms' | '%' | '/s';
  /** Probability that the spread among the parts alone shows such a change for the worse; null where it has none. */
  chance: number | null;
  regressed: boolean;
}

interface Figure {
  name: string;
  unit: Change['unit'];
  /** The figure of a part, such that more is worse; lost answers are worse than any. */
  badness(block: Block): number;
  /** What people read of it. */
  shown(badness: number): number;
}

const same = (value: number) => value;
const figures = (percentile: string): Figure[] => [
  { name: 'p50', unit: 'ms', badness: ({ p50 }) => p50 ?? Number.POSITIVE_INFINITY, shown: same },
  {
    name: percentile,
    unit: 'ms',
    badness: ({ percentile: value }) => value ?? Number.POSITIVE_INFINITY,
    shown: same,
  },
  { name: 'late or failed', unit: '%', badness: ({ lateOrFailed }) => 100 * lateOrFailed, shown: same },
  { name: 'wrong', unit: '%', badness: ({ wrong }) => 100 * wrong, shown: same },
  { name: 'good answers', unit: '/s', badness: ({ perSecond }) => -perSecond, shown: (value) => -value },
];

/**
 * Compares two runs of the same load, figure by figure. A figure has regressed where the rank test over the parts of
 * both runs leaves chance less than `CHANCE`, divided by the number of figures (Bonferroni), and the middle parts
 * differ by more than `LEAST_CHANGE`.
 * @param percentile name of the promised percentile
 */
export function compareBlocks(before: Blocks, now: Blocks, percentile: string): Change[] {
  const kinds = (['fresh', 'cached'] as const).filter(
    (kind) => before[kind].length > 0 && now[kind].length > 0,
  );
  const pairs = kinds.flatMap((kind) => figures(percentile).map((figure) => ({ kind, figure })));
  return pairs.map(({ kind, figure }) => {
    const [old, recent] = [before[kind].map(figure.badness), now[kind].map(figure.badness)];
    const [middleBefore, middleNow] = [middle(old), middle(recent)];
    const chance = rankTest(old, recent);
    return {
      name: `${KINDS[kind]}: ${figure.name}`,
      before: finite(figure.shown(middleBefore)),
      now: finite(figure.shown(middleNow)),
      unit: figure.unit,
      chance,
      regressed: chance <= CHANCE / pairs.length && isWorse(middleBefore, middleNow),
    };
  });
}

/** Whether a figure, of which more is worse, grew by more than `LEAST_CHANGE` of itself. */
export function isWorse(before: number, now: number): boolean {
  return now - before > LEAST_CHANGE * Math.abs(before);
}

/** The upper of the two middle values: failures in half of the parts are not passed over. */
function middle(values: readonly number[]): number {
  return values.toSorted((first, second) => first - second)[values.length >> 1] ?? Number.NaN;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

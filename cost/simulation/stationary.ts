import type { Tally } from './tally.ts';

/** Why a played load has no steady state; undefined where it seems to have one. */
export type Unsteadiness = 'overloaded' | 'growing';

/** Of nine tenths in a row, a rank correlation as strong as this comes by chance once in 500 (Mann and Kendall). */
const TREND = 26;

/**
 * Whether shares of a run mean anything beyond it. They do not where more work arrives than the servers can do, or where
 * the wait grows from tenth to tenth (the first is left out: it begins empty).
 * @param tenths equal parts of the run, in order
 * @param servers how many work at once; undefined = as many as it takes
 */
export function unsteadiness(
  tenths: readonly Tally[],
  servers: number | undefined,
): Unsteadiness | undefined {
  if (servers === undefined) {
    return undefined;
  }
  const work = tenths.reduce((sum, tally) => sum + tally.work, 0);
  const span = tenths.reduce((sum, tally) => sum + tally.span, 0);
  if (work >= span * servers) {
    return 'overloaded';
  }
  const waits = tenths.slice(1).map(({ waited, attempts }) => waited / attempts);
  const agreement = waits.reduce(
    (sum, wait, index) =>
      sum + waits.slice(index + 1).reduce((inner, later) => inner + Math.sign(later - wait), 0),
    0,
  );
  return agreement >= TREND ? 'growing' : undefined;
}

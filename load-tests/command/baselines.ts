import { UsageError } from '../../project/usage-error.ts';
import { type Baseline, mismatch } from '../report/baseline/baseline.ts';

/**
 * The baselines that a run is compared with: all of them, or with `all` those of its scenario.
 * @throws UsageError when one is of another load or promise
 */
export function baselinesOf(
  source: string,
  baselines: readonly Baseline[],
  run: Parameters<typeof mismatch>[1],
): Baseline[] {
  const own =
    source === 'all' ? baselines.filter(({ scenario }) => scenario === run.scenario) : [...baselines];
  for (const baseline of own) {
    const difference = mismatch(baseline, run);
    if (difference !== undefined) {
      throw new UsageError(`--baseline ${baseline.name} cannot be compared with: ${difference}`);
    }
  }
  return own;
}
